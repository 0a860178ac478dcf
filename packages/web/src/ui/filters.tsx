// List filters, stored in the URL so that a filtered list can be linked and reloaded.
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from './button.tsx'
import { formatDay } from './days.ts'
import { SelectField, TextField } from './field.tsx'
import { PERIOD_OPTIONS, readPeriod, resolvePeriod } from './periods.ts'

export type Filter = {
  name: string
  label: string
  /** Choices; without them, a text. The first, "any", is added, unless there is a `fallback`. */
  options?: readonly { value: string; label: string }[]
  /** The choice until another one is made. */
  fallback?: string
  /** A period is a named range of days, or two dates; as values it is `from` and `to`. */
  type?: 'text' | 'period'
  placeholder?: string
  /** A field for values that are picked, such as a partner. */
  Field?: ComponentType<{ label: string; value: string; onChange: (value: string) => void }>
}

/** The parameters of a period in the URL. */
const PERIOD_NAMES = ['period', 'from', 'until'] as const
const paramNames = ({ name, type }: Filter): readonly string[] => (type === 'period' ? PERIOD_NAMES : [name])

function readFilter(filter: Filter, search: URLSearchParams): [string, string][] {
  if (filter.type === 'period') {
    const custom = { from: search.get('from') ?? '', until: search.get('until') ?? '' }
    return Object.entries(resolvePeriod(readPeriod(search), custom, formatDay(new Date())))
  }
  const value = search.get(filter.name) ?? filter.fallback
  return value ? [[filter.name, value]] : []
}

/** What is set, by name; nothing for a filter that is not. */
export function useFilters<Values extends object>(filters: readonly Filter[]): Partial<Values> {
  const [search] = useSearchParams()
  return Object.fromEntries(filters.flatMap((filter) => readFilter(filter, search))) as Partial<Values>
}

/** Whether any of the values is set. A filter's own choice at the beginning, its fallback, does not count. */
export const isFiltered = (values: object, filters: readonly Filter[] = []): boolean =>
  Object.entries(values).some(([name, value]) => value && filters.find((one) => one.name === name)?.fallback !== value)

type TextProps = {
  label: string
  type: 'text' | 'date'
  placeholder: string | undefined
  value: string
  onChange: (text: string) => void
}

/** The text applies on Enter or blur, and follows changes of the URL. */
function TextFilter({ label, type, placeholder, value, onChange }: TextProps) {
  const [typed, setTyped] = useState(value)
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    setTyped(value)
  }
  const send = (): void => (typed.trim() === value ? undefined : onChange(typed))
  return (
    <TextField
      label={label}
      type={type}
      placeholder={placeholder}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={send}
      onKeyDown={(event) => (event.key === 'Enter' ? send() : undefined)}
    />
  )
}

type PeriodProps = {
  label: string
  search: URLSearchParams
  set: (changes: Record<string, string>) => void
}

/** The dates appear when Custom is chosen. Days are in UTC, as in statements. */
function PeriodFilter({ label, search, set }: PeriodProps) {
  const period = readPeriod(search)
  return (
    <>
      <SelectField
        label={`${label} (UTC)`}
        value={period}
        options={[{ value: '', label: 'Any time' }, ...PERIOD_OPTIONS]}
        onChange={({ target: { value } }) =>
          set({ period: value, ...(value === 'custom' ? {} : { from: '', until: '' }) })
        }
      />
      {period === 'custom'
        ? (['from', 'until'] as const).map((name) => (
            <TextFilter
              key={name}
              label={name === 'from' ? 'From' : 'Until'}
              type="date"
              placeholder={undefined}
              value={search.get(name) ?? ''}
              onChange={(text) => set({ period: 'custom', [name]: text })}
            />
          ))
        : null}
    </>
  )
}

export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const [search, setSearch] = useSearchParams()
  const names = filters.flatMap(paramNames)
  const isAnySet = names.some((name) => search.get(name))

  function set(changes: Record<string, string>): void {
    setSearch(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) {
          if (value.trim()) after.set(name, value.trim())
          else after.delete(name)
        }
        return after
      },
      { replace: true },
    )
  }

  return (
    <search className="filters">
      {filters.map(({ name, label, options, fallback, type = 'text', placeholder, Field }) => {
        if (type === 'period') return <PeriodFilter key={name} {...{ label, search, set }} />
        const value = search.get(name) ?? fallback ?? ''
        if (Field) return <Field key={name} {...{ label, value }} onChange={(picked) => set({ [name]: picked })} />
        return options ? (
          <SelectField
            key={name}
            label={label}
            value={value}
            options={fallback === undefined ? [{ value: '', label: 'Any' }, ...options] : options}
            onChange={({ target }) => set({ [name]: target.value === fallback ? '' : target.value })}
          />
        ) : (
          <TextFilter
            key={name}
            type="text"
            {...{ label, placeholder, value }}
            onChange={(text) => set({ [name]: text })}
          />
        )
      })}
      {isAnySet ? (
        <Button kind="quiet" onClick={() => set(Object.fromEntries(names.map((name) => [name, ''])))}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}
