// The fields of a request or a response. What is inside an object is one click away.
import { Inline } from './prose.tsx'
import type { FieldView } from './views.ts'

function Field({ field, place, optional }: { field: FieldView; place?: string; optional: boolean }) {
  const notes = [...field.limits, ...(optional && !field.required ? ['optional'] : [])]
  return (
    <li className="docs-field">
      <div className="docs-field__head">
        <code className="docs-field__name">{field.name}</code>
        <span className="docs-field__type">{[place, field.type].filter(Boolean).join(', ')}</span>
        {optional && field.required ? <span className="docs-field__required">required</span> : null}
        {notes.length > 0 ? <span className="docs-field__type">{notes.join(', ')}</span> : null}
      </div>
      {field.description ? (
        <p>
          <Inline text={field.description} />
        </p>
      ) : null}
      {field.values.length > 0 ? (
        <p className="docs-field__values">
          {field.values.length === 1 ? 'Always ' : 'One of '}
          {field.values.map((value, at) => (
            <span key={value}>
              {at > 0 ? ', ' : ''}
              <code>{value}</code>
            </span>
          ))}
        </p>
      ) : null}
      {field.fields.length > 0 ? (
        <details className="docs-field__inside">
          <summary>Fields of {field.name}</summary>
          <FieldList fields={field.fields} optional={optional} />
        </details>
      ) : null}
    </li>
  )
}

type Props = { fields: readonly (FieldView & { in?: string })[]; optional: boolean }

/** `optional`: a request says which fields may be left out; a response has them all. */
export const FieldList = ({ fields, optional }: Props) => (
  <ul className="docs-fields">
    {fields.map((field) => (
      <Field
        key={`${field.in ?? ''}${field.name}`}
        field={field}
        {...(field.in && { place: field.in })}
        optional={optional}
      />
    ))}
  </ul>
)
