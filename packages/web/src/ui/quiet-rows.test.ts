// Which rows are shown, and which wait.
import { expect, it } from 'vitest'
import { arrange } from './quiet-rows.ts'

const put = (shown: string, keys: string) => {
  const { visible, fresh } = arrange([...shown], [...keys])
  return [visible.join(''), fresh]
}

it('shows everything at first', () => expect(put('', 'abc')).toEqual(['abc', 0]))
it('keeps new rows back', () => expect(put('abc', 'xyabc')).toEqual(['abc', 2]))
it('keeps a new row in the middle back', () => expect(put('abc', 'axbc')).toEqual(['abc', 1]))
it('shows the rows of the next page', () => expect(put('abc', 'abcdef')).toEqual(['abcdef', 0]))
it('keeps rows that new ones pushed off the page', () => expect(put('abc', 'xya')).toEqual(['abc', 2]))
it('keeps all rows when new ones pushed all of them off', () => expect(put('abc', 'uvwxyz')).toEqual(['abc', 6]))
it('drops rows that are gone', () => expect(put('abcd', 'abd')).toEqual(['abd', 0]))
it('drops the last row when it is gone and nothing is new', () => expect(put('abc', 'ab')).toEqual(['ab', 0]))
it('shows nothing when all are gone', () => expect(put('abc', '')).toEqual(['', 0]))
it('follows a new order of known rows', () => expect(put('abc', 'cab')).toEqual(['cab', 0]))
