// What a bulk form sends, operation by operation.
import { describe, expect, it } from 'vitest'
import { type BulkOp, bulkParams, listOffered } from './bulk-operations.ts'

const makeForm = (fields: Record<string, string>): FormData => {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

describe('what a bulk form sends', () => {
  it.each<[BulkOp, Record<string, string>, Record<string, unknown> | null]>([
    ['renew', { years: '2' }, { years: 2 }],
    ['set_auto_renew', { enabled: 'on' }, { enabled: true }],
    ['set_auto_renew', { enabled: 'off' }, { enabled: false }],
    ['set_privacy', { enabled: 'off' }, { enabled: false }],
    ['set_lock', { locked: 'on' }, { locked: true }],
    [
      'set_nameservers',
      { nameservers: 'ns1.example.net, ns2.example.net\nns3.example.net' },
      { nameservers: ['ns1.example.net', 'ns2.example.net', 'ns3.example.net'] },
    ],
    ['list_for_sale', { price: '1250.50' }, { price_cents: 125_050 }],
    ['set_price', { price: 'much' }, null],
    ['unlist', {}, {}],
  ])('%s of %j is %j', (op, fields, params) => {
    expect(bulkParams(op, makeForm(fields))).toEqual(params)
  })
})

it('offers a renewal only where it can be paid', () => {
  expect(listOffered(['renew'])).not.toContain('renew')
  expect(listOffered(['renew'])).toContain('set_lock')
  expect(listOffered([])).toContain('renew')
})
