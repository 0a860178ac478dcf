// Filters of a list. They stand in the address, so that a filtered list can be linked to and comes back after a reload.
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
}

/** What is set, by name; nothing for a filter that is not. */
export function useFilters<Values extends object>(filters: readonly Filter[]): Partial<Values> {
  const [search] = useSearchParams()
  const pairs = filters.map(({ name }) => [name, search.get(name)] as const).filter(([, value]) => value)
  return Object.fromEntries(pairs) as Partial<Values>
}

/** Whether any of the values is set. */
export const isFiltered = (values: object): boolean => Object.values(values).some(Boolean)

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
      {filters.map(({ name, label, options, type = 'text', placeholder }) => {
        const value = search.get(name) ?? ''
        return options ? (
          <SelectField
            key={name}
            label={label}
            value={value}
            options={[{ value: '', label: 'Any' }, ...options]}
            onChange={(event) => set({ [name]: event.target.value })}
          />
        ) : (
          <TextField
            // What was typed is kept until it is sent; another address brings another text.
            key={`${name} ${value}`}
            label={label}
            type={type}
            placeholder={placeholder}
            defaultValue={value}
            onBlur={(event) => event.target.value !== value && set({ [name]: event.target.value })}
            onKeyDown={(event) => event.key === 'Enter' && set({ [name]: event.currentTarget.value })}
          />
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
