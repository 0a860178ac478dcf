// The priority of a worker: low, unless it is told to stay as it is.
import { expect, it } from 'vitest'
import { readWorkerPriority } from './workers.ts'

it('is low by default, and no other value is accepted', () => {
  expect(readWorkerPriority({})).toBe('low')
  expect(readWorkerPriority({ WORKER_PRIORITY: 'normal' })).toBe('normal')
  expect(() => readWorkerPriority({ WORKER_PRIORITY: 'high' })).toThrow('WORKER_PRIORITY must be one of low, normal')
})
