// A step is done when the records say so, and only then.
import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { buildChecklist, type FirstSteps } from './checklist.ts'

const NEW: FirstSteps = {
  credentials: [],
  hasWebhook: false,
  hasOrder: false,
  partner: { status: 'pending', live_requested_at: null },
}
const done = (steps: Partial<FirstSteps>): boolean[] => buildChecklist({ ...NEW, ...steps }).map(({ isDone }) => isDone)

it('has nothing done for a partner without anything', () => {
  expect(done({})).toEqual([false, false, false, false, false])
})

it('takes a revoked key that was used for a request, but not for a key', () => {
  const credentials = [{ environment: 'sandbox', active: false, last_used_at: '2026-01-01T00:00:00.000Z' }]
  expect(done({ credentials }).slice(0, 2)).toEqual([false, true])
})

it('does not take a live key for a sandbox key', () => {
  const credentials = [{ environment: 'live', active: true, last_used_at: '2026-01-01T00:00:00.000Z' }]
  expect(done({ credentials }).slice(0, 2)).toEqual([false, false])
})

it('waits for the approval after an application', () => {
  const applied = { status: 'pending', live_requested_at: '2026-01-01T00:00:00.000Z' }
  expect(buildChecklist({ ...NEW, partner: applied }).at(-1)).toMatchObject({
    isDone: false,
    action: 'View application',
  })
  expect(done({ partner: { ...applied, status: 'approved' } }).at(-1)).toBe(true)
})

it('links to pages and guides that exist', () => {
  for (const { href } of buildChecklist(NEW)) {
    const [, guide] = /^\/docs\/guides\/([a-z-]+)$/.exec(href) ?? []
    if (guide) expect(existsSync(new URL(`../../../../../docs/guides/${guide}.md`, import.meta.url)), href).toBe(true)
    else expect(href).toMatch(/^\/portal\/[a-z]+$/)
  }
})
