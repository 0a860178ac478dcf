// `freehold events tail`: prints events as they happen.
import { EVENT_TYPES } from '@freehold/sdk/enums'
import { type Command, parseChoice, text, whole } from '../command.ts'
import { followEvents, newestEventId } from '../follow.ts'
import { timeText } from '../output.ts'

export const tail: Command = {
  name: 'events tail',
  summary: 'Print events as they happen, one per line.',
  usage: '[--after EVENT-ID | --from-start] [--type order.recorded] [--count N]',
  options: {
    after: { type: 'string', value: 'EVENT-ID', help: 'Start after this event. Default: only new events.' },
    'from-start': { type: 'boolean', help: 'Start at the beginning of the history.' },
    type: { type: 'string', value: 'TYPE', help: 'Print only events of this type.', choices: EVENT_TYPES },
    count: { type: 'string', value: 'N', help: 'Stop after N events.' },
  },
  async run({ values, partner, output, signal }) {
    const most = whole(text(values, 'count'), 'count') ?? Number.POSITIVE_INFINITY
    const typed = text(values, 'type')
    const wanted = typed === undefined ? null : parseChoice(EVENT_TYPES, typed, 'event type')
    const freehold = partner()
    const after = text(values, 'after') ?? (values['from-start'] ? undefined : await newestEventId(freehold))
    let seen = 0
    for await (const event of followEvents(freehold, after, signal, output.note)) {
      if (wanted && event.type !== wanted) continue
      output.line(output.isJson ? JSON.stringify(event) : `${timeText(event.created_at)}  ${event.type}  ${event.id}`)
      if (++seen >= most) return
    }
  },
}
