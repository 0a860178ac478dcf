// Where domains are delivered, and the auth code of an order.
import { type Command, text, whole } from '../command.ts'
import { timeText } from '../output.ts'

export const delivery: Command = {
  name: 'delivery',
  summary: 'Show or set the registrar account that receives your domains.',
  usage: '[--registrar IANA-ID] [--account ACCOUNT] [--email EMAIL] [--nameservers ns1.example.net,ns2.example.net]',
  options: {
    registrar: { type: 'string', value: 'IANA-ID', help: 'IANA ID of the registrar, such as 146.' },
    account: { type: 'string', value: 'ACCOUNT', help: 'Your account at the registrar.' },
    email: { type: 'string', value: 'EMAIL', help: 'Contact for questions about deliveries.' },
    nameservers: {
      type: 'string',
      value: 'HOSTS',
      help: 'Nameservers to set before the transfer, separated by commas.',
    },
  },
  async run({ values, partner, output }) {
    const registrar = whole(text(values, 'registrar'), 'registrar')
    const [account, email, hosts] = ['account', 'email', 'nameservers'].map((name) => text(values, name))
    const change = {
      ...(registrar === undefined ? {} : { registrar_iana_id: registrar }),
      ...(account ? { registrar_account: account } : {}),
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
