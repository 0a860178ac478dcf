// Transfers between the clients of the simulated registry: request, approve, reject, cancel, and approval by time.
import type { DomainCommand, ResponseData, TransferStatus } from '../frames/types.ts'
import type { ResultCode } from '../results.ts'
import { addYears, isPendingTransfer, Refusal, readYears, requireAllowed } from './rules.ts'
import type { QueuedMessage, RegistryState, SimulatedDomain, SimulatedTransfer } from './state.ts'

export type TransferContext = {
  state: RegistryState
  client: string
  now: Date
  /** How long the sponsor may think about a request; after it the registry approves. 0: it approves immediately. */
  transferSeconds: number
}
type TransferCommand = Extract<DomainCommand, { action: 'transfer' }>
export type Answer = { code: ResultCode; data: ResponseData | null }

function toData(domain: SimulatedDomain, transfer: SimulatedTransfer): ResponseData {
  const { status, requestedBy, requestedAt, actingClient, actedAt } = transfer
  const { name } = domain
  const expiresAt = status === 'pending' ? addYears(domain.expiresAt, transfer.years) : domain.expiresAt
  return {
    kind: 'domainTransfer',
    transfer: { name, status, requestedBy, requestedAt, actingClient, actedAt, expiresAt },
  }
}

export function queueMessage(
  state: RegistryState,
  client: string,
  message: Pick<QueuedMessage, 'at' | 'text' | 'data'>,
): void {
  const queue = state.messages.get(client) ?? []
  state.lastNumber++
  queue.push({ id: String(state.lastNumber), ...message })
  state.messages.set(client, queue)
}

const TEXTS: Record<TransferStatus, string> = {
  pending: 'Transfer requested.',
  clientApproved: 'Transfer approved by the sponsoring client.',
  clientRejected: 'Transfer rejected by the sponsoring client.',
  clientCancelled: 'Transfer cancelled by the requesting client.',
  serverApproved: 'Transfer approved by the registry.',
  serverCancelled: 'Transfer cancelled by the registry.',
}

/** Ends or begins a transfer, and reports it to the clients in `tell`. */
function report(state: RegistryState, domain: SimulatedDomain, tell: readonly string[], now: Date): void {
  const { transfer } = domain
  if (!transfer) return
  const data = toData(domain, transfer)
  for (const client of tell) queueMessage(state, client, { at: now, text: TEXTS[transfer.status], data })
}

function endTransfer(state: RegistryState, domain: SimulatedDomain, status: TransferStatus, now: Date): void {
  const { transfer, sponsor } = domain
  if (!transfer) return
  transfer.status = status
  transfer.actedAt = now
  state.pending.delete(domain.name)
  if (status === 'clientApproved' || status === 'serverApproved') {
    domain.sponsor = transfer.requestedBy
    domain.transferredAt = now
    domain.expiresAt = addYears(domain.expiresAt, transfer.years)
  }
  const { requestedBy } = transfer
  const tell = { clientApproved: [requestedBy], clientRejected: [requestedBy], clientCancelled: [sponsor] }
  report(state, domain, tell[status as keyof typeof tell] ?? [requestedBy, sponsor], now)
}

/** True when a transfer was approved because its time was over. */
export function approveDueTransfers(state: RegistryState, now: Date): boolean {
  let hasChanged = false
  for (const name of state.pending) {
    const domain = state.domains.get(name)
    if (!domain?.transfer || domain.transfer.actedAt > now) continue
    endTransfer(state, domain, 'serverApproved', now)
    hasChanged = true
  }
  return hasChanged
}

function request(context: TransferContext, domain: SimulatedDomain, command: TransferCommand): Answer {
  const { state, client, now, transferSeconds } = context
  if (isPendingTransfer(domain)) throw new Refusal(2300, 'A transfer is pending.')
  if (domain.sponsor === client) throw new Refusal(2106, 'The domain is sponsored by this client.')
  requireAllowed(domain, 'Transfer')
  if (command.authCode === null) throw new Refusal(2003, 'An auth code is required.')
  if (command.authCode !== domain.authCode) throw new Refusal(2202, 'The auth code is wrong.')
  domain.transfer = {
    status: 'pending',
    requestedBy: client,
    requestedAt: now,
    actingClient: domain.sponsor,
    actedAt: new Date(now.getTime() + transferSeconds * 1000),
    years: readYears(command.period),
  }
  state.pending.add(domain.name)
  if (transferSeconds === 0) endTransfer(state, domain, 'serverApproved', now)
  else report(state, domain, [domain.sponsor], now)
  return { code: transferSeconds === 0 ? 1000 : 1001, data: toData(domain, domain.transfer) }
}

function query({ client }: TransferContext, domain: SimulatedDomain, command: TransferCommand): Answer {
  const { transfer, sponsor, authCode } = domain
  if (command.authCode !== null && command.authCode !== authCode) throw new Refusal(2202, 'The auth code is wrong.')
  const isInvolved = client === sponsor || client === transfer?.requestedBy || client === transfer?.actingClient
  if (!isInvolved && command.authCode === null) throw new Refusal(2201, 'This client takes no part in the transfer.')
  if (!transfer) throw new Refusal(2301, 'The domain was never transferred.')
  return { code: 1000, data: toData(domain, transfer) }
}

const DECISIONS = {
  approve: { status: 'clientApproved', isSponsors: true },
  reject: { status: 'clientRejected', isSponsors: true },
  cancel: { status: 'clientCancelled', isSponsors: false },
} as const

export function transferDomain(context: TransferContext, domain: SimulatedDomain, command: TransferCommand): Answer {
  if (command.op === 'query') return query(context, domain, command)
  if (command.op === 'request') return request(context, domain, command)
  const { transfer } = domain
  if (!transfer || !isPendingTransfer(domain)) throw new Refusal(2301, 'No transfer is pending.')
  const { status, isSponsors } = DECISIONS[command.op]
  if (context.client !== (isSponsors ? domain.sponsor : transfer.requestedBy))
    throw new Refusal(2201, `This client may not ${command.op} the transfer.`)
  endTransfer(context.state, domain, status, context.now)
  return { code: 1000, data: toData(domain, transfer) }
}
