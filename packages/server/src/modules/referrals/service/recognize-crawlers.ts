// Who is no person: a maintained list of crawlers (isbot), and programs that do not say who they are.
import { isbot } from 'isbot'

/** Browsers' names repeat; the list is long. */
const judged = new Map<string, boolean>()
const JUDGED_MAX = 5000
const USER_AGENT_LENGTH_MAX = 512

export function isCrawler(userAgent: string | undefined): boolean {
  if (userAgent === undefined || userAgent === '') return true
  const text = userAgent.slice(0, USER_AGENT_LENGTH_MAX)
  let verdict = judged.get(text)
  if (verdict === undefined) {
    verdict = isbot(text)
    if (judged.size >= JUDGED_MAX) judged.clear()
    judged.set(text, verdict)
  }
  return verdict
}
