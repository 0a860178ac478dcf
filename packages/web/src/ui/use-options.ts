// The keyboard of a combobox: arrow keys move through the options, Enter chooses one. The focus stays in the input.
import { type KeyboardEvent, useId, useState } from 'react'

type Options = {
  /** For the input. */
  inputProps: {
    role: 'combobox'
    'aria-expanded': boolean
    'aria-controls': string
    'aria-autocomplete': 'list'
    'aria-activedescendant': string | undefined
    onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void
  }
  listId: string
  optionId: (index: number) => string
  active: number
  setActive: (index: number) => void
}

/** The next option, around the ends. */
export const stepOption = (active: number, by: 1 | -1, count: number): number =>
  count === 0 ? -1 : active < 0 ? (by === 1 ? 0 : count - 1) : (active + by + count) % count

type Props = { count: number; isOpen: boolean; onChoose: (index: number) => void; onOpen?: () => void }

/** `initial`: the option that Enter chooses before any arrow key; -1 for none. */
export function useOptions({ count, isOpen, onChoose, onOpen }: Props, initial = 0): Options {
  const listId = useId()
  const [moved, setActive] = useState(initial)
  const active = Math.min(moved, count - 1)
  const optionId = (index: number): string => `${listId}-${index}`
  function onKeyDown(event: KeyboardEvent<HTMLInputElement>): void {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (!isOpen) onOpen?.()
      else setActive(stepOption(active, event.key === 'ArrowDown' ? 1 : -1, count))
    } else if (event.key === 'Enter' && isOpen && active >= 0) {
      event.preventDefault()
      onChoose(active)
    }
  }
  return {
    inputProps: {
      role: 'combobox',
      'aria-expanded': isOpen && count > 0,
      'aria-controls': listId,
      'aria-autocomplete': 'list',
      'aria-activedescendant': isOpen && active >= 0 ? optionId(active) : undefined,
      onKeyDown,
    },
    listId,
    optionId,
    active,
    setActive,
  }
}
