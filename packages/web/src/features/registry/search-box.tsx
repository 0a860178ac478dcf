// The search box: a domain, or words that describe it.
import { useId } from 'react'
import { Button } from '../../ui/button.tsx'

type Props = { value?: string; label?: string; placeholder?: string; problem?: string | null; large?: boolean }

export function SearchBox({
  value = '',
  label = 'Search for a domain',
  placeholder = 'A domain, or what it is for',
  problem,
  large,
}: Props) {
  const id = useId()
  return (
    <form className={large ? 'search-box search-box--large' : 'search-box'} action="/search">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="search"
        name="q"
        defaultValue={value}
        placeholder={placeholder}
        maxLength={200}
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? `${id}-problem` : undefined}
        required
      />
      <Button type="submit">Search</Button>
      {problem ? (
        <p className="field__error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  )
}
