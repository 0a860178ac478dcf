// The progress page of a case: for whoever holds its address, without a login. It never shows who the buyer is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mountForms } from '../../http/forms.ts'
import { incomingOf } from '../../http/pipeline.ts'
import { escapeHtml, sendPage } from '../../http/plain-page.ts'
import { isId } from '../../kernel/ids.ts'
import { opensProgress } from './progress.ts'
import { type CaseStatus, withoutAddress } from './rules.ts'
import { type BrokerageCase, findCase, type TimelineLine, timelineOf } from './store.ts'

const NAMES: Record<CaseStatus, string> = {
  opened: 'Opened',
  outreach: 'Contacting the owner',
  negotiating: 'Negotiating',
  agreed: 'Price agreed',
  in_escrow: 'In escrow',
  completed: 'Completed',
  declined: 'Declined by the owner',
  no_deal: 'Closed without a deal',
  cancelled: 'Cancelled',
}

const UNKNOWN =
  '<h1>This page cannot be shown</h1><p>The address is incomplete or was changed. Open it again from the message in which you got it, or ask for a new one there.</p>'

const dateText = (at: Date): string => `${at.toISOString().slice(0, 10)} ${at.toISOString().slice(11, 16)} UTC`

const lineHtml = (line: TimelineLine, email: string): string =>
  `<li><time datetime="${line.at.toISOString()}">${dateText(line.at)}</time><strong>${NAMES[line.status]}</strong><br>${escapeHtml(withoutAddress(line.message, email))}</li>`

function pageHtml(one: BrokerageCase, timeline: TimelineLine[]): string {
  const lines = [...timeline].reverse().map((line) => lineHtml(line, one.buyerEmail))
  return `<p class="soft">Brokerage</p><h1>${escapeHtml(one.domainUnicode)}</h1><p class="state">${NAMES[one.status]}</p><ol>${lines.join('')}</ol><p class="soft">Case ${escapeHtml(one.id)}. Whoever holds this address can see this page.</p>`
}

async function showProgress(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { case_id: id } = request.params as { case_id: string }
  const tokens = incomingOf(request).pairs.filter(([name]) => name === 't')
  const token = tokens.length === 1 ? tokens[0]![1] : ''
  // A wrong token and a case that does not exist look the same, and nothing is looked up for either.
  const found =
    isId('brokerageCase', id) && opensProgress(deps, id, token) ? await findCase(deps.db, null, id) : undefined
  if (!found) return sendPage(reply, 404, 'Unknown page', UNKNOWN)
  const timeline = await timelineOf(deps.db, found.id)
  return sendPage(reply, 200, `${found.domainUnicode}: progress`, pageHtml(found, timeline))
}

export function mountProgress(app: FastifyInstance, deps: Deps): void {
  mountForms(app, deps, (scope) => {
    scope.get('/brokerage/:case_id', { config: { routeId: 'brokerage.progress' } }, (request, reply) =>
      showProgress(deps, request, reply),
    )
  })
}
