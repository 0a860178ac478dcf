// A shop in front of the checkout: makes sessions, opens their pages and sends their forms, as partners and buyers do.
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { TestPartner, TestResponse, TestService } from './harness.ts'

export const V1 = '/api/partner/v1'
export const GOOD_CARD = '4242424242424242'

export function openShop(service: TestService) {
  const freshName = async (terms: Record<string, unknown> = {}, environment: 'sandbox' | 'live' = 'sandbox') =>
    service.list(environment, `shop-${randomUUID().slice(0, 13)}.${environment === 'sandbox' ? 'test' : 'com'}`, terms)

  const createSession = (who: TestPartner, domain: string, extra: object = {}) =>
    service.signed(who, 'POST', `${V1}/checkout-session`, {
      domain,
      return_url: 'https://shop.example/paid?cart=7',
      cancel_url: 'https://shop.example/back',
      ...extra,
    })

  async function session(who: TestPartner, domain?: string, extra: object = {}) {
    const name = domain ?? (await freshName({}, who.environment)).domain
    const response = await createSession(who, name, extra)
    expect(response.status, response.text).toBe(201)
    return response.json as {
      session_id: string
      checkout_url: string
      domain: string
      price_cents: number
      status: string
      expires_at: string
    }
  }

  const show = async (who: TestPartner, id: string) =>
    (await service.signed(who, 'GET', `${V1}/checkout-session/${id}`)).json
  const payHelper = (who: TestPartner, id: string, outcome?: string) =>
    service.signed(
      who,
      'POST',
      `${V1}/sandbox/checkout-session/${id}/pay`,
      outcome === undefined ? undefined : { outcome },
    )

  const toPath = (url: string) => url.slice(url.indexOf('/checkout/'))
  const open = (url: string): Promise<TestResponse> => service.send({ method: 'GET', url: toPath(url) })
  const formToken = (page: TestResponse): string => /name="form" value="([^"]+)"/.exec(page.text)?.[1] ?? ''

  const post = (
    url: string,
    fields: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<TestResponse> =>
    service.send({
      method: 'POST',
      url: toPath(url),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      body: new URLSearchParams(fields).toString(),
    })

  const cardFields = (number: string) => ({ number, expiry: '12/35', cvc: '123' })
  /** Opens the page, fills its form and sends it. */
  async function payForm(
    url: string,
    number = GOOD_CARD,
    extra: Record<string, string> = {},
    headers: Record<string, string> = {},
  ): Promise<TestResponse> {
    const page = await open(url)
    return post(url, { form: formToken(page), email: 'ada@example.com', ...cardFields(number), ...extra }, headers)
  }

  /** The order of a paid checkout, as its page shows it. */
  const readOrderId = async (url: string): Promise<string> => {
    const [orderId] = /ord_[0-9a-z]{26}/.exec((await open(url)).text) ?? []
    if (orderId === undefined) throw new Error(`not paid: ${url}`)
    return orderId
  }

  const step = (url: string, path: string, fields: Record<string, string> = {}) =>
    post(toPath(url).replace('?', `/${path}?`), fields)

  async function booksHold(): Promise<void> {
    expect((await service.operator('GET', '/ledger/check')).json.findings).toEqual([])
  }

  return {
    freshName,
    createSession,
    session,
    show,
    payHelper,
    open,
    post,
    formToken,
    cardFields,
    payForm,
    readOrderId,
    step,
    booksHold,
  }
}
