// The list of recently viewed domains. Pure.

export type Viewed = { domain: string; unicode: string }

const VIEWED_MAX = 8
const NAME_LENGTH_MAX = 253

const isName = (value: unknown): value is string =>
  typeof value === 'string' && value.length > 0 && value.length <= NAME_LENGTH_MAX

/** What is stored can be of an older version, or changed by the person: anything else is dropped. */
export function parseViewed(stored: string | null): Viewed[] {
  try {
    const list: unknown = JSON.parse(stored ?? '[]')
    if (!Array.isArray(list)) return []
    return list
      .filter((one): one is Viewed => isName(one?.domain) && isName(one?.unicode))
      .map(({ domain, unicode }) => ({ domain, unicode }))
      .slice(0, VIEWED_MAX)
  } catch {
    return []
  }
}

/** The latest first, each domain once. */
export const addViewed = (before: readonly Viewed[], viewed: Viewed): Viewed[] =>
  [viewed, ...before.filter(({ domain }) => domain !== viewed.domain)].slice(0, VIEWED_MAX)
