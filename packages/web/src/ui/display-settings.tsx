// How this device shows the workplaces: light or dark, and the time zone of all times.
import { type ReactNode, useState } from 'react'
import { Actions, Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { SelectField } from './field.tsx'
import { Segments } from './segments.tsx'
import { wordOptions } from './text.ts'
import { readTheme, saveTheme, THEMES, type Theme } from './theme.ts'
import {
  deviceTimeZone,
  listTimeZones,
  readTimeZone,
  TIME_ZONE_KEY,
  TimeZoneContext,
  useTimeZone,
} from './time-zone.ts'
import { useHydrated } from './use-hydrated.ts'

const THEME_OPTIONS = wordOptions(THEMES) as { value: Theme; label: string }[]

/** Shows the time zone of the page, and opens the settings. */
export function DisplaySettings({ onZone }: { onZone: (zone: string | undefined) => void }) {
  const [isOpen, setOpen] = useState(false)
  const chosen = useTimeZone()
  const isHere = useHydrated()
  return (
    <>
      <div className="work-zone">{isHere ? `Times in ${chosen ?? deviceTimeZone()}` : '\u00a0'}</div>
      <Button kind="quiet" small onClick={() => setOpen(true)}>
        Display settings
      </Button>
      <Dialog title="Display settings" open={isOpen} onClose={() => setOpen(false)}>
        <Settings zone={chosen} onZone={onZone} />
        <Actions>
          <Button onClick={() => setOpen(false)}>Done</Button>
        </Actions>
      </Dialog>
    </>
  )
}

function Settings({ zone, onZone }: { zone: string | undefined; onZone: (zone: string | undefined) => void }) {
  const [theme, setTheme] = useState(readTheme)
  function choose(next: Theme): void {
    saveTheme(next)
    setTheme(next)
  }
  return (
    <>
      <p className="soft">These settings apply to this device only.</p>
      <h3>Theme</h3>
      <Segments label="Theme" value={theme} options={THEME_OPTIONS} onChange={choose} />
      <SelectField
        label="Time zone"
        hint="All times in the account, portal and console. Statement periods and days in charts are in UTC."
        value={zone ?? ''}
        options={[
          { value: '', label: `Device (${deviceTimeZone()})` },
          ...listTimeZones().map((value) => ({ value, label: value.replaceAll('_', ' ') })),
        ]}
        onChange={(event) => onZone(event.currentTarget.value || undefined)}
      />
    </>
  )
}

/** Remembers the time zone of this device for everything inside. */
export function TimeZone({ children }: { children: (change: (zone: string | undefined) => void) => ReactNode }) {
  const isHere = useHydrated()
  const [changed, setChanged] = useState<{ zone: string | undefined } | null>(null)
  const zone = changed ? changed.zone : isHere ? readTimeZone() : undefined
  function change(next: string | undefined): void {
    if (next === undefined) localStorage.removeItem(TIME_ZONE_KEY)
    else localStorage.setItem(TIME_ZONE_KEY, next)
    setChanged({ zone: next })
  }
  return <TimeZoneContext value={zone}>{children(change)}</TimeZoneContext>
}
