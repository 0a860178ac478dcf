// Tables and amounts as they are printed and typed.
import { describe, expect, it } from 'vitest'
import { cents, whole } from './command.ts'
import { differences } from './commands/sign.ts'
import { editsBetween, findCommand } from './main.ts'
import { moneyText, tableText } from './output.ts'
import { UsageError } from './usage.ts'

describe('a table', () => {
  it('lines up, with numbers at the end, blanks as a dash, and wide signs counted twice', () => {
    const rows = [
      { name: 'a.com', price: 5 },
      { name: '日本.com', price: 12_000 },
      { name: null, price: 1 },
    ]
    const text = tableText(rows, [
      ['NAME', (row) => row.name],
      ['PRICE', (row) => row.price, 'end'],
    ])
    expect(text.split('\n')).toEqual(['NAME      PRICE', 'a.com         5', '日本.com  12000', '–             1'])
  })

  it('writes money by its currency', () => {
    expect([moneyText(125_050, 'USD'), moneyText(5000, 'JPY')]).toEqual(['$1,250.50', '¥5,000'])
  })
})

describe('what is typed', () => {
  it('amounts become minor units, and nothing is guessed', () => {
    expect([cents('1250', 'price'), cents('1250.5', 'price'), cents(undefined, 'price')]).toEqual([
      125_000,
      125_050,
      undefined,
    ])
    expect([cents('1250', 'price', 'JPY'), cents('1.250', 'price', 'KWD')]).toEqual([1250, 1250])
    expect(() => cents('1250.50', 'price', 'JPY')).toThrow(UsageError)
    expect(() => cents('1250', 'price', 'dollars')).toThrow(UsageError)
    for (const wrong of ['much', '1,250', '-1', '1.234', '']) expect(() => cents(wrong, 'price')).toThrow(UsageError)
    expect(() => whole('1.5', 'limit')).toThrow(UsageError)
  })

  it('two words are one command before one word is', () => {
    expect(findCommand(['webhooks', 'listen', '--forward'])).toMatchObject({ command: { name: 'webhooks listen' } })
    expect(findCommand(['orders', 'ord_1'])).toMatchObject({ command: { name: 'orders' }, rest: ['ord_1'] })
    expect(findCommand(['webhooks'])).toBeNull()
  })
})

it('words are as near as the letters that part them', () => {
  expect([editsBetween('search', 'serch'), editsBetween('quote', 'qoute'), editsBetween('', 'abc')]).toEqual([1, 2, 3])
})

describe('two canonical strings', () => {
  it('differ line by line, a missing one included', () => {
    expect(differences('GET\n/a\n\n1\nn\nh', 'GET\n/a\n\n1\nn\nh\n')).toEqual([])
    expect(differences('GET\n/a\nx=1', 'POST\n/a')).toEqual([
      { line: 'method', ours: 'GET', yours: 'POST' },
      { line: 'query', ours: 'x=1', yours: '(missing)' },
    ])
  })
})
