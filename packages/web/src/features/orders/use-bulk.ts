// Runs a bulk action on orders and follows its progress.
import type { OrderAction } from '@freehold/sdk/types'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type FreeholdError, readLines } from '../../api/client.ts'
import { useTransport } from '../../api/hooks.ts'
import { type BulkState, RUNNING, type RunLine, stepBulk } from './bulk-state.ts'

const OPERATION = 'POST /api/operator/v1/orders/bulk'

export type BulkRequest = { action: OrderAction; order_ids: string[]; note?: string; idempotency_key: string }

/** One for each confirmation: a repeated request continues the run instead of starting another. */
export function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

export function useBulk() {
  const transport = useTransport()
  const queries = useQueryClient()
  const [request, setRequest] = useState<BulkRequest | null>(null)
  const [state, setState] = useState<BulkState | null>(null)
  const [error, setError] = useState<FreeholdError | null>(null)

  async function send(body: BulkRequest): Promise<void> {
    setRequest(body)
    setState(RUNNING)
    setError(null)
    try {
      const response = await transport.send(OPERATION, { body, headers: { accept: 'application/x-ndjson' } })
      for await (const line of readLines<RunLine>(response)) setState((before) => stepBulk(before ?? RUNNING, line))
    } catch (thrown) {
      setError(thrown as FreeholdError)
    }
    setState((before) => (before?.phase === 'running' ? { ...before, phase: 'broken' } : before))
    await queries.invalidateQueries()
  }

  return {
    request,
    state,
    error,
    start: send,
    /** Starts an action that was just confirmed. */
    act: (action: OrderAction, orders: readonly { public_id: string }[], note: string | undefined): void =>
      void send({
        action,
        order_ids: orders.map(({ public_id }) => public_id),
        ...(note && { note }),
        idempotency_key: newKey(),
      }),
    close: () => setState(null),
  }
}
