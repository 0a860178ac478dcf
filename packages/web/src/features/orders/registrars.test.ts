// Registrars by name and by IANA ID.
import { expect, it } from 'vitest'
import { findRegistrars, registrarText } from './registrars.ts'

const values = (text: string): string[] => findRegistrars(text).map(({ value }) => value)

it('finds a registrar by a part of its name, in any case', () => {
  expect(values('dadd')).toEqual(['146'])
  expect(values(' NAMECHEAP ')).toEqual(['1068'])
  expect(values('hover')).toEqual(['69'])
})

it('finds a registrar by its ID, the exact one first', () => {
  expect(values('81')[0]).toBe('81')
  expect(values('1068')).toEqual(['1068'])
})

it('offers an ID that is not in the list', () => {
  expect(values('9998')).toEqual(['9998'])
  expect(values('000')).toEqual([])
  expect(values('no such registrar')).toEqual([])
})

it('lists every registrar once, with a name for each', () => {
  const all = values('')
  expect(all.length).toBeGreaterThan(50)
  expect(new Set(all).size).toBe(all.length)
  for (const id of all) expect(registrarText(Number(id))).toMatch(/\S \(\d+\)$/)
})

it('says an unknown ID as it is', () => {
  expect(registrarText(9998)).toBe('9998')
  expect(registrarText(null)).toBe('')
})
