// The partner's sandbox clock, and advancing it.
import type { SandboxClock } from '@freehold/sdk/types'
import { ActionButton } from '../../ui/action.tsx'
import { DateTime } from '../../ui/date-time.tsx'
import { FieldRow, SelectField, TextField } from '../../ui/field.tsx'
import { Facts } from '../../ui/panel.tsx'
import { aheadText, toSeconds, UNITS } from './duration.ts'

export const ClockFacts = ({ clock }: { clock: SandboxClock }) => (
  <Facts
    facts={[
      ['Sandbox time', <DateTime key="now" at={clock.now} precision="second" />],
      ['Ahead of real time', aheadText(clock.offset_seconds)],
    ]}
  />
)

export const AdvanceClock = ({ advance }: { advance: (seconds: number) => Promise<SandboxClock> }) => (
  <ActionButton
    label="Advance clock"
    confirm="Advance clock"
    kind="primary"
    text="Moves your sandbox clock forward. Quotes and checkout sessions expire, settlement periods close, commission becomes payable and webhook retries come due. The clock cannot go back."
    send={async (form) => {
      const clock = await advance(toSeconds(Number(form.get('amount')), String(form.get('unit'))))
      return `Your sandbox clock is now ${aheadText(clock.offset_seconds)} ahead.`
    }}
  >
    {(getFieldError) => (
      <FieldRow>
        <TextField
          label="Amount"
          name="amount"
          type="number"
          min={1}
          step={1}
          defaultValue={10}
          required
          error={getFieldError('seconds')}
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
