// The sql tag: every value bound, fragments spliced, statements named.
import { describe, expect, it } from 'vitest'
import { joinConditions, sql, sqlState, violates } from './sql.ts'

describe('the sql tag', () => {
  it('binds every value, however hostile', () => {
    const statement = sql`select * from t where a = ${"'; drop table t; --"} and b = ${null} and c = any(${[1, 2]})`
    expect(statement.text).toBe('select * from t where a = $1 and b = $2 and c = any($3)')
    expect(statement.values).toEqual(["'; drop table t; --", null, [1, 2]])
  })

  it('leaves a statement without values as it is', () => {
    expect(sql`select 1`).toMatchObject({ text: 'select 1', values: [] })
  })

  it('splices nested statements and counts their parameters on', () => {
    const inner = sql`b = ${2} and c = ${3}`
    const outer = sql`select ${1} where ${inner} or ${sql`(${inner} and d = ${4})`} limit ${5}`
    expect(outer.text).toBe('select $1 where b = $2 and c = $3 or (b = $4 and c = $5 and d = $6) limit $7')
    expect(outer.values).toEqual([1, 2, 3, 2, 3, 4, 5])
  })

  it('keeps apart what the same template was put together to', () => {
    const ask = (what: unknown) => sql`select ${what} from t where id = ${1}`
    const asked = [ask(2), ask(sql`a`), ask(sql`b + ${3}`), ask(4), ask(sql`a`)]
    expect(asked.map(({ text }) => text)).toEqual([
      'select $1 from t where id = $2',
      'select a from t where id = $1',
      'select b + $1 from t where id = $2',
      'select $1 from t where id = $2',
      'select a from t where id = $1',
    ])
    expect(asked.map(({ values }) => values)).toEqual([[2, 1], [1], [3, 1], [4, 1], [1]])
    expect(asked[4]!.name).toBe(asked[1]!.name)
  })

  it('counts beyond nine parameters without mixing $1 and $10', () => {
    const many = sql`${1} ${2} ${3} ${4} ${5} ${6} ${7} ${8} ${9} ${10} ${11}`
    const nested = sql`${0} ${many}`
    expect(nested.text).toBe('$1 $2 $3 $4 $5 $6 $7 $8 $9 $10 $11 $12')
    expect(nested.values).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  })

  it('names one text with one name, whatever the values and wherever it is written', () => {
    const ask = (id: number) => sql`select * from t where id = ${id}`
    expect(ask(1).name).toBe(ask(2).name)
    expect(sql`select * from t where id = ${3}`.name).toBe(ask(1).name)
    expect(sql`select * from t where id > ${3}`.name).not.toBe(ask(1).name)
    // PostgreSQL cuts names at 63 bytes: two longer ones could become the same.
    expect(ask(1).name!.length).toBeLessThanOrEqual(63)
  })

  it('stops naming spliced statements before the server keeps too many plans', () => {
    let unnamed = 0
    for (let count = 1; count < 2500; count++) {
      const columns = sql([`c${count}`] as unknown as TemplateStringsArray)
      if (sql`select ${columns} from t`.name === undefined) unnamed++
    }
    expect(unnamed).toBeGreaterThan(0)
    expect(sql`select nothing spliced from t where id = ${1}`.name).toBeDefined()
  })

  it('puts a template together whose parts vary without end', () => {
    const ask = (part: string) => sql`select ${sql([part] as unknown as TemplateStringsArray)} from t where id = ${1}`
    for (let count = 0; count < 3000; count++)
      expect(ask(`c${count}`).text).toBe(`select c${count} from t where id = $1`)
    expect(ask('c0').text).toBe('select c0 from t where id = $1')
  })
})

describe('allOf', () => {
  it('joins what is given and ignores what is not', () => {
    const statement = sql`where ${joinConditions([sql`a = ${1}`, undefined, false, sql`b = ${2}`])}`
    expect([statement.text, statement.values]).toEqual(['where a = $1 and b = $2', [1, 2]])
  })

  it('is true when there is nothing to ask', () => {
    expect(joinConditions([undefined, false]).text).toBe('true')
  })
})

describe('errors of the database', () => {
  const error = (code: string, constraint?: string) => Object.assign(new Error('x'), { code, constraint })
  it('are told apart by their code and constraint', () => {
    expect(sqlState(error('23505'))).toBe('23505')
    expect(sqlState(new Error('x'))).toBeUndefined()
    expect(sqlState('23505')).toBeUndefined()
    expect(violates(error('23505', 'listings_domain'), 'listings_domain')).toBe(true)
    expect(violates(error('23505', 'other'), 'listings_domain')).toBe(false)
    expect(violates(error('23503', 'listings_domain'), 'listings_domain')).toBe(false)
  })
})
