// List filters, stored in the URL so that a filtered list can be linked and reloaded.
import { type ComponentType, useState } from 'react'
import { useSearchParams } from 'wouter'
import { Button } from './button.tsx'
import { SelectField, TextField } from './field.tsx'

export type Filter = {
  name: string
  label: string
  /** Choices; without them, a text. The first, "any", is added. */
  options?: readonly { value: string; label: string }[]
  type?: 'text' | 'date'
  placeholder?: string
  /** A field for values that are picked, such as a partner. */
  Field?: ComponentType<{ label: string; value: string; onChange: (value: string) => void }>
}

/** What is set, by name; nothing for a filter that is not. */
export function useFilters<Values extends object>(filters: readonly Filter[]): Partial<Values> {
  const [search] = useSearchParams()
  const pairs = filters.map(({ name }) => [name, search.get(name)] as const).filter(([, value]) => value)
  return Object.fromEntries(pairs) as Partial<Values>
}

/** Whether any of the values is set. */
export const isFiltered = (values: object): boolean => Object.values(values).some(Boolean)

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

export function FilterBar({ filters }: { filters: readonly Filter[] }) {
  const [search, setSearch] = useSearchParams()
  const isAnySet = filters.some(({ name }) => search.get(name))

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
      {filters.map(({ name, label, options, type = 'text', placeholder, Field }) => {
        const value = search.get(name) ?? ''
        if (Field) return <Field key={name} {...{ label, value }} onChange={(picked) => set({ [name]: picked })} />
        return options ? (
          <SelectField
            key={name}
            label={label}
            value={value}
            options={[{ value: '', label: 'Any' }, ...options]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ) : (
          <TextFilter key={name} {...{ label, type, placeholder, value }} onChange={(text) => set({ [name]: text })} />
        )
      })}
      {isAnySet ? (
        <Button kind="quiet" onClick={() => set(Object.fromEntries(filters.map(({ name }) => [name, ''])))}>
          Clear filters
        </Button>
      ) : null}
    </search>
  )
}
