// The partner's own clock in the sandbox: what it shows, and moving it forward.
import type { SandboxClock } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import { Facts } from '../../ui/panel.tsx'
import { aheadText, secondsOf, UNITS } from './duration.ts'

export const ClockFacts = ({ clock }: { clock: SandboxClock }) => (
  <Facts
    facts={[
      ['Your clock', <DateTime key="now" at={clock.now} precision="second" />],
      ['Ahead of real time by', aheadText(clock.offset_seconds)],
    ]}
  />
)

export const AdvanceClock = ({ advance }: { advance: (seconds: number) => Promise<SandboxClock> }) => (
  <ActionButton
    label="Advance the clock"
    confirm="Advance"
    kind="primary"
    text="Whatever of yours waits for time ages: quotes, checkout sessions, periods, pending commission, webhook retries. The clock never goes back."
    send={async (form) => {
      const clock = await advance(secondsOf(Number(form.get('amount')), String(form.get('unit'))))
      return `Your clock is ${aheadText(clock.offset_seconds)} ahead now.`
    }}
  >
    {(problemOf) => (
      <FieldRow>
        <TextField
          label="By"
          name="amount"
          type="number"
          min={1}
          step={1}
          defaultValue={10}
          required
          error={problemOf('seconds')}
        />
        <SelectField
          label="Unit"
          name="unit"
          options={UNITS.map(({ name }) => ({ value: name, label: name }))}
          defaultValue="days"
        />
      </FieldRow>
    )}
  </ActionButton>
)
