// The console's search box; the `/` key focuses it.
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { TextField } from '../../ui/field.tsx'
import { readText } from '../../ui/form.tsx'

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

export function Finder() {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    function onKey(event: KeyboardEvent): void {
      const isPlain = event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isPlain || isTyping(event.target) || document.querySelector('dialog[open]')) return
      event.preventDefault()
      form.current?.querySelector('input')?.focus()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const text = readText(new FormData(event.currentTarget), 'q')
    if (text) navigate(`/console/search?q=${encodeURIComponent(text)}`)
  }

  return (
    <search>
      <form className="finder" ref={form} onSubmit={submit}>
        <TextField
          label="Search"
          name="q"
          type="search"
          minLength={2}
          maxLength={200}
          placeholder="Domain, ID or email ( / )"
          autoComplete="off"
        />
      </form>
    </search>
  )
}
