// A file to choose, or to drop.
import { type DragEvent, useId, useRef, useState } from 'react'

type Props = { label: string; hint: string; accept: string; onFile: (file: File | null) => void }

export function FileDrop({ label, hint, accept, onFile }: Props) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    input.current!.files = event.dataTransfer.files
    onFile(event.dataTransfer.files[0] ?? null)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a comfort beside the field, which every key reaches
    <div
      className={isOver ? 'file-drop file-drop--over' : 'file-drop'}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      <span className="field__hint" id={`${id}-hint`}>
        {hint}
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onFile(event.target.files?.[0] ?? null)}
      />
    </div>
  )
}
