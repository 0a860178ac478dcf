// How a route leaves: what its answers say from the day it is deprecated to the day it ends (RFC 9745, RFC 8594).
import { invariant } from '../kernel/errors.ts'
import { DEPRECATION_MONTHS } from '../kernel/limits.ts'

/** Two dates, `2027-01-31`, and where the way forward is written. */
export type Deprecation = { since: string; sunset: string; link: string }

const parseDay = (date: string): Date => {
  const day = new Date(`${date}T00:00:00Z`)
  invariant(!Number.isNaN(day.getTime()), `${date} is not a date`)
  return day
}

function assertNotice({ since, sunset }: Deprecation): void {
  const earliest = parseDay(since)
  earliest.setUTCMonth(earliest.getUTCMonth() + DEPRECATION_MONTHS)
  invariant(
    parseDay(sunset) >= earliest,
    `a route deprecated on ${since} must be served for longer than until ${sunset}`,
  )
}

export function deprecationHeaders(deprecation: Deprecation): Record<string, string> {
  assertNotice(deprecation)
  const { since, sunset, link } = deprecation
  return {
    deprecation: `@${parseDay(since).getTime() / 1000}`,
    sunset: parseDay(sunset).toUTCString(),
    link: `<${link}>; rel="deprecation"; type="text/html"`,
  }
}

/** For people who read the document. */
export const deprecationNote = ({ since, sunset, link }: Deprecation): string =>
  `Deprecated since ${since}. Available until ${sunset}. See ${link}.`
