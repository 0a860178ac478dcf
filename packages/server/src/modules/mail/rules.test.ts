// Every template renders to two parts that say the same, and nothing in its data escapes from its place.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SAMPLE_LETTERS } from '../../../test/sample-letters.ts'
import { OPERATOR_ROLES, type OperatorRole } from '../../kernel/operator-roles.ts'
import { formatAmount, formatPeriod, type MailContent } from './rules/content.ts'
import { computeRetrySeconds, isLinkOpen, listRevealRoles } from './rules/delivery.ts'
import { buildMessageId, renderMail } from './rules/render.ts'
import { buildContent, TEMPLATE_NAMES } from './rules/templates.ts'

const OPTIONS = { baseUrl: 'https://market.example', secret: 'tok_1', contact: null }

it.each(['offer_accepted', 'watched_domain', 'offer_countered'])(
  'a net price in %s says that tax comes on top',
  (name) => {
    const letters = SAMPLE_LETTERS.filter(({ letter }) => letter.template === name).map(({ letter }) => letter)
    for (const letter of letters) {
      const isTaxAdded = (letter.data as { isTaxAdded?: boolean }).isTaxAdded === true
      expect(renderMail(buildContent(letter), OPTIONS).text.includes('plus tax')).toBe(isTaxAdded)
    }
  },
)

describe('every template', () => {
  it('has a sample', () => {
    expect(
      SAMPLE_LETTERS.map(({ letter }) => letter.template).filter((name, n, all) => all.indexOf(name) === n),
    ).toEqual(TEMPLATE_NAMES)
  })

  it.each(SAMPLE_LETTERS)('$name says the same in both parts', ({ letter }) => {
    const content = buildContent(letter)
    const { subject, text, html } = renderMail(content, OPTIONS)
    expect(subject).toBe(content.subject)
    expect(subject.length).toBeLessThan(80)
    for (const block of content.blocks)
      if (block.kind === 'text' || block.kind === 'quote')
        for (const part of [text, html]) expect(part).toContain(block.text)
      else if (block.kind === 'facts')
        for (const [label, value] of block.facts) {
          expect(text).toContain(`${label}: ${value}\n`)
          expect(html).toContain(`>${label}</th>`)
          expect(html).toContain(`<bdi>${value}</bdi>`)
        }
      else {
        const link = `https://market.example${block.path.replace('{secret}', 'tok_1')}`
        expect(text).toContain(`${block.label}:\n${link}\n`)
        expect(html).toContain(`href="${link.replaceAll('&', '&amp;')}"`)
      }
    // Nothing is loaded from anywhere, and nothing runs.
    expect(html).not.toMatch(/<(img|script|link|iframe|object|form|input|svg|video)\b|url\(|@import|\bon\w+=/i)
    expect(text.split('\n').every((line) => line === '-- ' || line === line.trimEnd())).toBe(true)
  })
})

describe('rendering', () => {
  const hostile = (text: string): MailContent => ({
    subject: text,
    preview: text,
    blocks: [
      { kind: 'text', text },
      { kind: 'facts', facts: [[text, text]] },
      { kind: 'button', label: text, path: '/a/{secret}' },
      { kind: 'quote', text },
    ],
    reason: text,
  })
  const tags = (html: string) => html.replace(/>[^<]*</g, '><').replace(/<br>/g, '')

  it('keeps any text in its place', () => {
    const plain = tags(renderMail(hostile('x'), OPTIONS).html)
    const nasty = fc.string({
      unit: fc.constantFrom(
        '<',
        '>',
        '"',
        "'",
        '&',
        '\n',
        '\r',
        '\0',
        '\u202e',
        '\u2028',
        '\u2066',
        '{secret}',
        '$&',
        'a',
        '/',
        ' ',
      ),
    })
    fc.assert(
      fc.property(nasty, (text) => {
        const { subject, text: body, html } = renderMail(hostile(text), OPTIONS)
        expect(tags(html)).toBe(plain)
        expect(subject).not.toMatch(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/u)
        expect(body + html).not.toMatch(/[\0\r\u2028-\u202e\u2066-\u2069]/)
        expect(body).toContain('https://market.example/a/tok_1\n')
      }),
    )
  })

  it('hides the secret of a link from those who may not see it', () => {
    const { text, html } = renderMail(hostile('x'), { ...OPTIONS, secret: null })
    expect(text).toContain('https://market.example/a/hidden\n')
    expect(html).toContain('https://market.example/a/hidden"')
  })

  it('says how to reach the operator, where the operator says so', () => {
    const render = (contact: string | null) => renderMail(hostile('x'), { ...OPTIONS, contact })
    const email = render('mailto:help@market.example')
    expect(email.text).toContain('Freehold (market.example)\nContact: help@market.example\n')
    expect(email.html).toContain('<a href="mailto:help@market.example"')
    expect(email.html).toContain('>help@market.example</a>')
    const page = render('https://market.example/help?a=1&b="2"')
    expect(page.text).toContain('Contact: https://market.example/help?a=1&b="2"\n')
    expect(page.html).toContain('href="https://market.example/help?a=1&amp;b=&quot;2&quot;"')
    expect(render(null).text).not.toContain('Contact')
  })

  it('names a period by its month, or by its days', () => {
    const day = (text: string) => new Date(`${text}T00:00:00Z`)
    expect(formatPeriod({ start: day('2026-12-01'), end: day('2027-01-01') })).toBe('December 2026')
    expect(formatPeriod({ start: day('2026-10-01'), end: day('2026-10-15') })).toBe(
      'October 1, 2026 to October 14, 2026',
    )
  })

  it('formats amounts in the decimals of their currency', () => {
    expect([formatAmount(125_000, 'USD'), formatAmount(1250, 'JPY'), formatAmount(-5, 'EUR')]).toEqual([
      'USD 1,250.00',
      'JPY 1,250',
      'EUR -0.05',
    ])
  })

  it('builds one Message-ID per message', () => {
    expect(buildMessageId('msg_1', 'https://market.example:8443')).toBe('<msg_1@market.example>')
  })
})

describe('delivery', () => {
  it('waits longer after each failure, up to four hours, with jitter', () => {
    const middle = Array.from({ length: 10 }, (_, n) => computeRetrySeconds(n + 1, 0.5))
    expect(middle.slice(0, 4)).toEqual([5, 15, 45, 135])
    expect(middle.at(-1)).toBe(4 * 3600)
    expect(computeRetrySeconds(1, 0)).toBeCloseTo(4)
    expect(computeRetrySeconds(1, 1)).toBeCloseTo(6)
    expect(computeRetrySeconds(5000, 0.5)).toBe(4 * 3600)
  })

  it('shows links to every operator of a development service that keeps its messages', () => {
    expect(isLinkOpen({ production: false, mail: { kind: 'outbox' } })).toBe(true)
    expect(isLinkOpen({ production: false, mail: { kind: 'off' } })).toBe(false)
    expect(isLinkOpen({ production: true, mail: { kind: 'outbox' } })).toBe(false)
  })

  it('lets admin and support ask for claims and admins for invitations without mail, and nobody where mail is sent', () => {
    const listFor = (role: OperatorRole, production: boolean, kind: 'off' | 'outbox') =>
      TEMPLATE_NAMES.filter((name) => listRevealRoles({ production, mail: { kind } }, name).includes(role)).sort()
    for (const production of [true, false]) {
      expect(listFor('admin', production, 'off')).toEqual([
        'claim',
        'operator_invitation',
        'receipt',
        'team_invitation',
      ])
      expect(listFor('support', production, 'off')).toEqual(['claim', 'receipt'])
      expect([listFor('finance', production, 'off'), listFor('viewer', production, 'off')]).toEqual([[], []])
    }
    for (const role of OPERATOR_ROLES) expect(listFor(role, true, 'outbox')).toEqual([])
  })
})
