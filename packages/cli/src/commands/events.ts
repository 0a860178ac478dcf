// The history of events: read it, or follow it.
import { type Command, text, whole } from '../command.ts'
import { followEvents, newestEventId } from '../follow.ts'
import { timeText } from '../output.ts'

export const tail: Command = {
  name: 'events tail',
  summary: 'Events as they happen, one a line, through restarts of the service.',
  usage: '[--after EVENT-ID] [--from-start] [--type order.recorded] [--count N]',
  options: {
    after: { type: 'string' },
    'from-start': { type: 'boolean' },
    type: { type: 'string' },
    count: { type: 'string' },
  },
  async run({ values, partner, output, signal }) {
    const freehold = partner()
    const most = whole(text(values, 'count'), 'count') ?? Number.POSITIVE_INFINITY
    const wanted = text(values, 'type')
    const after = text(values, 'after') ?? (values['from-start'] ? undefined : await newestEventId(freehold))
    let seen = 0
    for await (const event of followEvents(freehold, after, signal, output.note)) {
      if (wanted && event.type !== wanted) continue
      output.line(output.isJson ? JSON.stringify(event) : `${timeText(event.created_at)}  ${event.type}  ${event.id}`)
      if (++seen >= most) return
    }
  },
}
