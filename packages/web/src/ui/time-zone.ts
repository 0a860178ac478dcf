// The time zone that times are shown in: the device's, or the one that the reader chose on this device.
import { createContext, useContext } from 'react'

/** Undefined: the device's time zone. */
export const TimeZoneContext = createContext<string | undefined>(undefined)
export const useTimeZone = (): string | undefined => useContext(TimeZoneContext)

export const TIME_ZONE_KEY = 'time-zone'

/** A name that this browser does not know would make every time on the page fail. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

export function readTimeZone(): string | undefined {
  const name = localStorage.getItem(TIME_ZONE_KEY)
  return name !== null && isTimeZone(name) ? name : undefined
}

export const deviceTimeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** UTC first, then by name. */
export const listTimeZones = (): string[] => [
  'UTC',
  ...Intl.supportedValuesOf('timeZone').filter((name) => name !== 'UTC'),
]
