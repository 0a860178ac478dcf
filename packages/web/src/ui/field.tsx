// Form fields: every one with its label, a hint when it helps, and its error beside it.
import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react'

type Around = { label: string; hint?: ReactNode; error?: string | null | undefined }

/** The API writes errors of fields as the end of a sentence: `must be at least 3; send more`. */
export const toSentences = (error: string): string =>
  error
    .split('; ')
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join('. ')
    .replace(/(?<![.!?])$/, '.')

function Frame({ label, hint, error, id, children }: Around & { id: string; children: ReactNode }) {
  return (
    <div className="field">
      <label className="field__label" htmlFor={id}>
        {label}
      </label>
      {hint ? (
        <span className="field__hint" id={`${id}-hint`}>
          {hint}
        </span>
      ) : null}
      {children}
      {error ? (
        <span className="field__error" id={`${id}-error`} role="alert">
          {toSentences(error)}
        </span>
      ) : null}
    </div>
  )
}

const described = (id: string, { hint, error }: Partial<Around>): string | undefined =>
  [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined

type InputProps = Around & { mono?: boolean } & InputHTMLAttributes<HTMLInputElement>

export function TextField({ label, hint, error, mono, ...rest }: InputProps) {
  const id = useId()
  return (
    <Frame {...{ label, hint, error, id }}>
      <input
        {...rest}
        id={id}
        className={mono ? 'input input--mono' : 'input'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { hint, error })}
      />
    </Frame>
  )
}

export function TextAreaField({
  label,
  hint,
  error,
  mono,
  ...rest
}: Around & { mono?: boolean } & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const id = useId()
  return (
    <Frame {...{ label, hint, error, id }}>
      <textarea
        {...rest}
        id={id}
        className={mono ? 'input input--mono' : 'input'}
        aria-invalid={error ? true : undefined}
        aria-describedby={described(id, { hint, error })}
      />
    </Frame>
  )
}

type Option = { value: string; label: string }

export function SelectField({
  label,
  hint,
  error,
  options,
  ...rest
}: Around & { options: readonly Option[] } & SelectHTMLAttributes<HTMLSelectElement>) {
  const id = useId()
  return (
    <Frame {...{ label, hint, error, id }}>
      <select {...rest} id={id} className="input" aria-describedby={described(id, { hint, error })}>
        {/* Names of countries differ between the server's and the browser's data: both are right. */}
        {options.map(({ value, label: text }) => (
          <option key={value} value={value} suppressHydrationWarning>
            {text}
          </option>
        ))}
      </select>
    </Frame>
  )
}

export const CheckField = ({
  label,
  ...rest
}: { label: ReactNode } & Omit<InputHTMLAttributes<HTMLInputElement>, 'type'>) => (
  <label className="check">
    <input {...rest} type="checkbox" />
    <span>{label}</span>
  </label>
)

/** Fields beside each other; `tight` ones stay so on a phone. */
export const FieldRow = ({ tight, children }: { tight?: boolean; children: ReactNode }) => (
  <div className={tight ? 'field-row field-row--tight' : 'field-row'}>{children}</div>
)
