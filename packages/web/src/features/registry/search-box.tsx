// The search box: a domain, or words that describe it. With JavaScript it suggests domains for sale while someone types.
import type { MarketSuggestion } from '@freehold/sdk/types'
import { type KeyboardEvent, useContext, useEffect, useId, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { PlusTax, TaxAddedContext } from '../../ui/price.tsx'
import { useSuggestions } from './use-suggestions.ts'

type Props = { value?: string; label?: string; placeholder?: string; problem?: string | null; large?: boolean }

const describe = (count: number): string =>
  count === 0 ? '' : `${count} ${count === 1 ? 'suggestion' : 'suggestions'}. Use the arrow keys to choose.`

const open = ({ domain }: MarketSuggestion): void => location.assign(`/domains/${domain}`)

/** The keyboard and state of a combobox with a list of suggestions (WAI-ARIA Authoring Practices). */
function useCombobox(value: string) {
  // Only a browser with scripts gets the roles of a combobox: without them it is a plain field.
  const [isLive, setLive] = useState(false)
  const [text, setText] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)
  const [chosen, setChosen] = useState(-1)
  useEffect(() => setLive(true), [])
  const found = useSuggestions(text)
  const isShown = isOpen && found.length > 0
  const close = (): void => {
    setOpen(false)
    setChosen(-1)
  }
  function move(step: 1 | -1): void {
    setOpen(true)
    if (text === null) setText(value)
    // The field itself is one stop between the last suggestion and the first.
    const stops = found.length + 1
    setChosen((before) => ((before + 1 + step + stops) % stops) - 1)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return
    const suggestion = isShown ? found[chosen] : undefined
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event.key === 'ArrowDown' ? 1 : -1)
    else if (event.key === 'Escape' && isShown) close()
    else if (event.key === 'Enter' && suggestion) open(suggestion)
    else return
    event.preventDefault()
  }
  function onType(typed: string): void {
    setText(typed)
    setOpen(true)
    setChosen(-1)
  }
  return { isLive, found, isShown, chosen: isShown ? chosen : -1, close, onKeyDown, onType }
}

/** A price that may or may not include tax is not shown. */
const SuggestedPrice = ({ cents, currency }: { cents: number; currency: string }) =>
  useContext(TaxAddedContext) === null ? null : (
    <span className="suggestion__price">
      <Money cents={cents} currency={currency} />
      <PlusTax />
    </span>
  )

export const Suggestion = ({ one, id, isChosen }: { one: MarketSuggestion; id: string; isChosen: boolean }) => (
  // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the chosen option
  // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keyboard
  <div
    id={id}
    className="suggestion"
    role="option"
    aria-selected={isChosen}
    // The field keeps the focus, so that the list is still there when the button is released.
    onMouseDown={(event) => event.preventDefault()}
    onClick={() => open(one)}
  >
    <span className="suggestion__name name">{one.domain_unicode}</span>
    {one.match === 'meaning' ? <span className="suggestion__why">Similar meaning</span> : null}
    <SuggestedPrice cents={one.price_cents} currency={one.currency} />
  </div>
)

export function SearchBox({
  value = '',
  label = 'Search for a domain',
  placeholder = 'A domain, or what it is for',
  problem,
  large,
}: Props) {
  const id = useId()
  const { isLive, found, isShown, chosen, close, onKeyDown, onType } = useCombobox(value)
  const combobox = isLive
    ? ({
        role: 'combobox',
        'aria-autocomplete': 'list',
        'aria-expanded': isShown,
        'aria-controls': `${id}-list`,
        'aria-activedescendant': chosen < 0 ? undefined : `${id}-${chosen}`,
      } as const)
    : {}
  return (
    <form className={large ? 'search-box search-box--large' : 'search-box'} action="/search">
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <div className="search-box__field">
        <input
          id={id}
          className="input"
          type="text"
          name="q"
          defaultValue={value}
          placeholder={placeholder}
          maxLength={200}
          inputMode="search"
          enterKeyHint="search"
          autoCapitalize="none"
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          aria-invalid={problem ? true : undefined}
          aria-describedby={problem ? `${id}-problem` : undefined}
          required
          {...combobox}
          onInput={(event) => onType(event.currentTarget.value)}
          onKeyDown={onKeyDown}
          onBlur={close}
        />
        {isLive ? (
          <>
            <div
              className="suggestions"
              id={`${id}-list`}
              role="listbox"
              aria-label="Domains for sale"
              hidden={!isShown}
            >
              {found.map((one, at) => (
                <Suggestion key={one.domain} one={one} id={`${id}-${at}`} isChosen={at === chosen} />
              ))}
            </div>
            <span className="visually-hidden" role="status">
              {isShown ? describe(found.length) : ''}
            </span>
          </>
        ) : null}
      </div>
      <Button type="submit">Search</Button>
      {problem ? (
        <p className="field__error" id={`${id}-problem`} role="alert">
          {problem}
        </p>
      ) : null}
    </form>
  )
}
