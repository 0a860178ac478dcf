// A first hint from the nameservers: a name that is delegated is taken. That it is not delegated says nothing.
import type { Dns } from '../site-probe/dns.ts'

export type TakenHint = (domain: string) => Promise<boolean>

/** A hint that takes longer than this saves nothing: the registry is asked instead. */
const HINT_TIMEOUT_MS = 800

/** Only records of the name itself count; a zone that answers for everything below it has none of these. */
export function createTakenHint(dns: Dns, timeoutMs = HINT_TIMEOUT_MS): TakenHint {
  return async (domain) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs)
    })
    const found = Promise.all([dns('NS', domain), dns('SOA', domain)]).then((answers) =>
      answers.some(({ state }) => state === 'found'),
    )
    try {
      return await Promise.race([found, late])
    } finally {
      clearTimeout(timer)
    }
  }
}
