// A file to choose, or to drop.
import { type DragEvent, useId, useState } from 'react'

type Props = { label: string; hint: string; accept: string; file: File | null; onFile: (file: File) => void }

export function FileDrop({ label, hint, accept, file, onFile }: Props) {
  const id = useId()
  const [isOver, setOver] = useState(false)
  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    const dropped = event.dataTransfer.files[0]
    if (dropped) onFile(dropped)
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
        id={id}
        type="file"
        accept={accept}
        aria-describedby={`${id}-hint`}
        onChange={(event) => {
          const chosen = event.target.files?.[0]
          if (chosen) onFile(chosen)
        }}
      />
      {file ? <p className="name">Chosen: {file.name}</p> : null}
    </div>
  )
}
