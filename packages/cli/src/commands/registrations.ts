// Registering domains, and what the registry does for a person's purchases. Both need the person's access token.
import { readFileSync } from 'node:fs'
import type { DomainPurchase } from '@freehold/sdk'
import { type Command, text, whole } from '../command.ts'
import { moneyText, type Output, timeText } from '../output.ts'
import { UsageError } from '../usage.ts'

function readRegistrant(file: string | undefined): never {
  if (!file) throw new UsageError('Pass --registrant with a JSON file: name, street, city, country, phone and email.')
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as never
  } catch (error) {
    throw new UsageError(`Cannot read ${file}: ${(error as Error).message}`)
  }
}

export const register: Command = {
  name: 'register',
  summary: 'Create a checkout link that registers an available domain.',
  usage: 'DOMAIN --registrant FILE [--years 1] [--nameservers ns1.example.net,ns2.example.net]',
  options: {
    registrant: {
      type: 'string',
      value: 'FILE',
      help: 'JSON file with name, street, city, country, phone and email of the registrant.',
    },
    years: { type: 'string', value: 'N', help: 'Term in years. Default: 1.' },
    nameservers: { type: 'string', value: 'HOSTS', help: 'Nameservers, separated by commas.' },
  },
  takes: [1, 1],
  async run({ args: [domain = ''], values, person, output }) {
    const hosts = text(values, 'nameservers')
    const opened = await person().public.registrations.create({
      domain,
      years: whole(text(values, 'years'), 'years') ?? 1,
      registrant: readRegistrant(text(values, 'registrant')),
      ...(hosts ? { nameservers: hosts.split(',') } : {}),
    })
    output.show(opened, () => {
      output.facts([
        ['Purchase', opened.purchase_id],
        ['Domain', opened.domain],
        ['Price', moneyText(opened.price_cents, opened.currency)],
        ['Pay at', opened.checkout_url],
        ['Until', `${timeText(opened.expires_at)} UTC`],
      ])
      output.note('The domain is not reserved. It is registered once you have paid.')
    })
  },
}

const describeDomains = ({ items: [first, ...others] }: DomainPurchase): string =>
  others.length === 0 ? (first?.domain ?? '') : `${first?.domain} and ${others.length} more`

/** One word for all domains, if they share it. */
const describeProgress = ({ items }: DomainPurchase): string =>
  [...new Set(items.map(({ progress }) => progress))].join(', ')

function showPurchase(output: Output, one: DomainPurchase): void {
  output.facts([
    ['Purchase', one.purchase_id],
    ['Product', one.product],
    ['Status', one.status],
    ['Total', moneyText(one.total_cents, one.currency)],
    ['Refunded', one.refunded_cents > 0 ? moneyText(one.refunded_cents, one.currency) : null],
    ['Documents', one.documents.map(({ number }) => number).join(', ') || null],
  ])
  output.line()
  output.table(
    one.items,
    [
      ['DOMAIN', (row) => row.domain],
      ['YEARS', (row) => row.years, 'end'],
      ['PRICE', (row) => moneyText(row.price_cents, one.currency), 'end'],
      ['PROGRESS', (row) => row.progress],
      ['ERROR', (row) => row.error],
    ],
    'No domains.',
  )
}

export const registrations: Command = {
  name: 'registrations',
  summary: 'List your registrations and renewals, or show one.',
  usage: '[PURCHASE-ID]',
  takes: [0, 1],
  async run({ args: [id], person, output }) {
    const api = person().public.registrations
    if (id) {
      const found = await api.purchase(id)
      return output.show(found, () => showPurchase(output, found))
    }
    const page = await api.purchases({ limit: 50 })
    output.show(page, () =>
      output.table(
        page.domain_purchases,
        [
          ['PURCHASE', (row) => row.purchase_id],
          ['PRODUCT', (row) => row.product],
          ['DOMAINS', describeDomains],
          ['PROGRESS', describeProgress],
          ['TOTAL', (row) => moneyText(row.total_cents, row.currency), 'end'],
          ['CREATED', (row) => timeText(row.created_at)],
        ],
        'No registrations or renewals yet.',
      ),
    )
  },
}
