// The progress page of a case, for anyone with its link, without signing in. It never shows who the buyer is.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../deps.ts'
import { mountForms } from '../../http/forms.ts'
import { sendMessage, sendPage } from '../../http/page.ts'
import { readIncoming } from '../../http/pipeline.ts'
import { isId } from '../../kernel/ids.ts'
import { opensProgress } from './http.ts'
import { isClosed, STATUS_NAMES, upcomingStatuses, withoutAddress } from './rules.ts'
import { type BrokerageCase, findCase, listTimeline, type TimelineLine } from './store.ts'

const UNKNOWN = {
  title: 'This link is not valid',
  text: 'The link is incomplete or was changed. Open the original link again, or ask the sender for a new one.',
}

const progressProps = (one: BrokerageCase, timeline: TimelineLine[]) => ({
  domain: one.domainUnicode,
  caseId: one.id,
  status: one.status,
  statusText: STATUS_NAMES[one.status],
  isOpen: !isClosed(one.status),
  hasDeal: one.status === 'completed',
  done: timeline.map((line) => ({
    title: STATUS_NAMES[line.status],
    at: line.at.toISOString(),
    text: withoutAddress(line.message, one.buyerEmail),
  })),
  ahead: upcomingStatuses(one.status).map((status) => STATUS_NAMES[status]),
})

async function showProgress(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { case_id: id } = request.params as { case_id: string }
  const tokens = readIncoming(request).pairs.filter(([name]) => name === 't')
  const token = tokens.length === 1 ? tokens[0]![1] : ''
  // A wrong token and a case that does not exist look the same, and nothing is looked up for either.
  const found =
    isId('brokerageCase', id) && opensProgress(deps, id, token) ? await findCase(deps.db, null, id) : undefined
  if (!found) return sendMessage(reply, 404, UNKNOWN)
  const timeline = await listTimeline(deps.db, found.id)
  return sendPage(reply, { status: 200, name: 'progress', props: progressProps(found, timeline) })
}

export function mountProgress(app: FastifyInstance, deps: Deps): void {
  mountForms(app, deps, (scope) => {
    scope.get('/brokerage/:case_id', { config: { routeId: 'brokerage.progress' } }, (request, reply) =>
      showProgress(deps, request, reply),
    )
  })
}
