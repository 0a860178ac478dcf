// Where domains are delivered, and the auth code of an order.
import type { OrderTransfer } from '@freehold/sdk/types'
import { type Command, type Options, text, type Values, whole } from '../command.ts'
import { type Cell, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

/** The registrar account that receives domains, as `delivery`, `order` and `operator delivery` accept it. */
export const TARGET_OPTIONS = {
  registrar: { type: 'string', value: 'IANA-ID', help: 'IANA ID of the registrar, such as 146.' },
  account: { type: 'string', value: 'ACCOUNT', help: 'The account at the registrar.' },
} as const satisfies Options

export function readTarget(values: Values) {
  const registrar = whole(text(values, 'registrar'), 'registrar')
  const account = text(values, 'account')
  return {
    ...(registrar === undefined ? {} : { registrar_iana_id: registrar }),
    ...(account ? { registrar_account: account } : {}),
  }
}

/** Where one order goes: an account, or an auth code. Undefined: nothing was typed. */
export function readOrderTarget(values: Values) {
  const target = readTarget(values)
  const isGiven = Object.keys(target).length > 0
  if (values['auth-code'] !== true) return isGiven ? target : undefined
  if (isGiven) throw new UsageError('Pass --registrar and --account, or --auth-code, not both.')
  return { method: 'auth_code' as const }
}

/** How the transfer of an order is going, and who must act. */
export const transferFacts = (transfer: OrderTransfer): (readonly [string, Cell])[] => [
  ['Transfer', [transfer.state, transfer.method].filter(Boolean).join(', ')],
  ...(transfer.account ? [['Account', `${transfer.account} at registrar ${transfer.registrar}`] as const] : []),
  ...(transfer.last_error ? [['Last error', transfer.last_error] as const] : []),
  ...(transfer.next_step ? [['Next step', `${transfer.next_step.who}: ${transfer.next_step.what}`] as const] : []),
]

export const delivery: Command = {
  name: 'delivery',
  summary: 'Show or set the registrar account that receives your domains, or one order.',
  usage:
    '[ORDER-ID] [--registrar IANA-ID] [--account ACCOUNT] [--auth-code] [--email EMAIL] [--nameservers ns1.example.net,ns2.example.net]',
  options: {
    ...TARGET_OPTIONS,
    'auth-code': { type: 'boolean', help: 'With ORDER-ID: get an auth code instead.' },
    email: { type: 'string', value: 'EMAIL', help: 'Contact for questions about deliveries.' },
    nameservers: {
      type: 'string',
      value: 'HOSTS',
      help: 'Nameservers to set before the transfer, separated by commas.',
    },
  },
  takes: [0, 1],
  async run({ args: [id], values, partner, output }) {
    const [email, hosts] = ['email', 'nameservers'].map((name) => text(values, name))
    if (id) {
      if (email || hosts) throw new UsageError('--email and --nameservers are not for one order. Leave out ORDER-ID.')
      const target = readOrderTarget(values)
      const order = target ? await partner().orders.setDelivery(id, target) : await partner().orders.get(id)
      return output.show(order, () => output.facts([['Order', order.public_id], ...transferFacts(order.transfer)]))
    }
    if (values['auth-code'] === true) throw new UsageError('Pass ORDER-ID with --auth-code.')
    const change = {
      ...readTarget(values),
      ...(email ? { contact_email: email } : {}),
      ...(hosts ? { nameservers: hosts.split(',') } : {}),
    }
    const isRead = Object.keys(change).length === 0
    const settings = isRead ? await partner().delivery.get() : await partner().delivery.set(change)
    output.show(settings, () => {
      const target = settings.delivery
      if (target === null) {
        output.note('No delivery target is set: freehold delivery --registrar 146 --account ACCOUNT --email EMAIL')
        return
      }
      output.facts([
        ['Registrar (IANA ID)', String(target.registrar_iana_id)],
        ['Account', target.registrar_account],
        ['Contact', target.contact_email],
        ['Nameservers', target.nameservers.join(', ') || 'unchanged'],
      ])
    })
  },
}

export const authCode: Command = {
  name: 'auth-code',
  summary: 'Show the auth code of an order that you transfer yourself.',
  usage: 'ORDER-ID',
  takes: [1, 1],
  async run({ args: [id = ''], partner, output }) {
    const revealed = await partner().orders.authCode(id)
    output.show(revealed, () =>
      output.facts([
        ['Auth code', revealed.auth_code],
        ['Expires', `${timeText(revealed.auth_code_expires_at)} UTC`],
      ]),
    )
  },
}
