// The rules of the simulated registry that need no state: dates, statuses, names, and who may do what.
import type { Period } from '../frames/types.ts'
import type { ResultCode } from '../results.ts'
import type { SimulatedDomain } from './state.ts'

/** A command that the registry does not carry out, with its result code. */
export class Refusal extends Error {
  readonly code: ResultCode

  constructor(code: ResultCode, reason: string) {
    super(reason)
    this.code = code
  }
}

export const CLIENT_STATUSES: readonly string[] = [
  'clientDeleteProhibited',
  'clientHold',
  'clientRenewProhibited',
  'clientTransferProhibited',
  'clientUpdateProhibited',
]
const YEARS_MAX = 10
const AUTH_CODE = { min: 6, max: 64 }
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/

export const toCalendarDate = (at: Date): string => at.toISOString().slice(0, 'YYYY-MM-DD'.length)

/** February 29 plus a year is February 28. */
export function addYears(at: Date, years: number): Date {
  const moved = new Date(at)
  moved.setUTCFullYear(at.getUTCFullYear() + years)
  if (moved.getUTCMonth() !== at.getUTCMonth()) moved.setUTCDate(0)
  return moved
}

export function readYears(period: Period | null): number {
  const years = period === null ? 1 : period.unit === 'y' ? period.value : period.value / 12
  if (!Number.isInteger(years) || years > YEARS_MAX)
    throw new Refusal(2004, `The period must be 1 to ${YEARS_MAX} whole years.`)
  return years
}

export function checkExpiry(expiresAt: Date, now: Date): Date {
  if (expiresAt > addYears(now, YEARS_MAX))
    throw new Refusal(2105, `A domain is registered for at most ${YEARS_MAX} years.`)
  return expiresAt
}

export const isDomainName = (name: string): boolean => {
  const labels = name.toLowerCase().split('.')
  return name.length <= 253 && labels.length >= 2 && labels.every((label) => LABEL.test(label))
}

export function checkName(name: string): string {
  if (!isDomainName(name)) throw new Refusal(2005, 'The name is not valid.')
  return name.toLowerCase()
}

export function checkAuthCode(code: string): string {
  if (code.length < AUTH_CODE.min || code.length > AUTH_CODE.max)
    throw new Refusal(2306, `An auth code has ${AUTH_CODE.min} to ${AUTH_CODE.max} characters.`)
  return code
}

export const isPendingTransfer = ({ transfer }: SimulatedDomain): boolean => transfer?.status === 'pending'

export function listStatuses(domain: SimulatedDomain): string[] {
  const statuses = [...domain.statuses]
  if (isPendingTransfer(domain)) statuses.push('pendingTransfer')
  if (domain.nameservers === null) statuses.push('inactive')
  return statuses.length === 0 ? ['ok'] : statuses.sort()
}

export function requireSponsor(domain: SimulatedDomain, client: string): void {
  if (domain.sponsor !== client) throw new Refusal(2201, 'Another client sponsors the domain.')
}

/** RFC 5731 §2.3: which statuses forbid which command. A pending transfer or deletion forbids all of them. */
export function requireAllowed(domain: SimulatedDomain, what: 'Delete' | 'Renew' | 'Transfer' | 'Update'): void {
  const pending = isPendingTransfer(domain) ? ['pendingTransfer'] : []
  const found = [...domain.statuses, ...pending].filter((status) =>
    [`client${what}Prohibited`, `server${what}Prohibited`, 'pendingTransfer', 'pendingDelete'].includes(status),
  )
  if (found.length > 0) throw new Refusal(2304, `The domain has the status ${found.join(', ')}.`)
}
