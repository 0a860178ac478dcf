// Moving through the options of a combobox.
import { expect, it } from 'vitest'
import { stepOption } from './use-options.ts'

it('moves around the ends, and starts at either end', () => {
  expect(stepOption(0, 1, 3)).toBe(1)
  expect(stepOption(2, 1, 3)).toBe(0)
  expect(stepOption(0, -1, 3)).toBe(2)
  expect(stepOption(-1, 1, 3)).toBe(0)
  expect(stepOption(-1, -1, 3)).toBe(2)
  expect(stepOption(-1, 1, 0)).toBe(-1)
})
