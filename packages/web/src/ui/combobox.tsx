// A text field with suggestions that are chosen from. The keyboard and screen readers reach them as a combobox.
import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { useOptions } from './use-options.ts'

export type ComboboxOption = { value: string; label: string; note?: string }

type Props = {
  label: string
  /** The text of the value that is chosen; empty for none. */
  chosen: string
  options: readonly ComboboxOption[]
  isBusy: boolean
  placeholder?: string
  hint?: ReactNode
  error?: string | null | undefined
  required?: boolean
  /** What the field searches for while someone types. */
  onSearch: (text: string) => void
  /** Null: the field was cleared. */
  onChoose: (option: ComboboxOption | null) => void
}

export function Combobox(props: Props) {
  const { label, chosen, options, isBusy, placeholder, hint, error, required, onSearch, onChoose } = props
  const id = useId()
  /** Null while nobody types: the field then shows what is chosen. */
  const [typed, setTyped] = useState<string | null>(null)
  const [isOpen, setOpen] = useState(false)

  function open(): void {
    setOpen(true)
    onSearch('')
  }
  function type(text: string): void {
    setOpen(true)
    setTyped(text)
    onSearch(text.trim())
  }
  function close(): void {
    setOpen(false)
    setTyped(null)
  }
  function choose(index: number): void {
    onChoose(options[index]!)
    close()
  }
  /** Leaving the empty field clears it; any other text that was not chosen is dropped. */
  function leave(event: FocusEvent): void {
    if (event.currentTarget.contains(event.relatedTarget)) return
    if (typed?.trim() === '' && chosen !== '') onChoose(null)
    close()
  }

  const { inputProps, listId, optionId, active, setActive } = useOptions({
    count: options.length,
    isOpen,
    onChoose: choose,
    onOpen: open,
  })
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the focus leaves its field
    <div className="field combobox" onBlur={leave}>
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      <input
        {...inputProps}
        id={id}
        className="input"
        type="text"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        placeholder={placeholder}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={described}
        value={typed ?? chosen}
        onChange={(event) => {
          type(event.target.value)
          setActive(0)
        }}
        onFocus={(event) => event.target.select()}
        onClick={() => (isOpen ? undefined : open())}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isOpen) {
            // Closes the suggestions, not the dialog around them.
            event.preventDefault()
            close()
          } else inputProps.onKeyDown(event)
        }}
      />
      {isOpen ? (
        <div className="combobox__list" role="listbox" id={listId} aria-label={label}>
          {options.map(({ value, label: text, note }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input has the keyboard
            // biome-ignore lint/a11y/useFocusableInteractive: the input keeps the focus
            <div
              key={value}
              id={optionId(index)}
              role="option"
              aria-selected={index === active}
              className="combobox__option"
              onPointerMove={() => setActive(index)}
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => choose(index)}
            >
              {text}
              {note ? <span className="soft small">{note}</span> : null}
            </div>
          ))}
          {options.length === 0 ? (
            // biome-ignore lint/a11y/useFocusableInteractive: it cannot be chosen
            <div className="combobox__empty small soft" role="option" aria-selected="false" aria-disabled="true">
              {isBusy ? 'Searching…' : 'No results'}
            </div>
          ) : null}
        </div>
      ) : null}
      {error ? (
        <span className="field__error" id={`${id}-error`} role="alert">
          {error}
        </span>
      ) : null}
    </div>
  )
}
