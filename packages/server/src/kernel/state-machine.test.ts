// State machines: an action moves from exactly the states that it names.
import { describe, expect, it } from 'vitest'
import { type Machine, nextState } from './state-machine.ts'

type State = 'open' | 'paid' | 'done'
const MACHINE: Machine<State, 'pay' | 'finish' | 'reset'> = {
  pay: { from: ['open'], to: 'paid' },
  finish: { from: ['paid'], to: 'done' },
  reset: { from: ['open', 'paid'], to: 'open' },
}

describe('nextState', () => {
  it('answers for every pair of state and action, and null where the machine is silent', () => {
    const states: State[] = ['open', 'paid', 'done']
    const table = Object.fromEntries(
      (['pay', 'finish', 'reset'] as const).map((action) => [
        action,
        states.map((state) => nextState(MACHINE, state, action)),
      ]),
    )
    expect(table).toEqual({
      pay: ['paid', null, null],
      finish: [null, 'done', null],
      reset: ['open', 'open', null],
    })
  })
})
