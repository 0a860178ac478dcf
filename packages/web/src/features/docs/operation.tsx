// One operation: what it does, what it needs, what it returns, and how to call it.
import { CodeSample } from './code-sample.tsx'
import { FieldList } from './fields.tsx'
import { Inline, Prose } from './prose.tsx'
import type { OperationView } from './views.ts'

function Errors({ errors }: Pick<OperationView, 'errors'>) {
  if (errors.length === 0) return null
  return (
    <details className="docs-errors">
      <summary>Errors</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Status</th>
            <th scope="col">Meaning</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ status, description }) => (
            <tr key={status}>
              <td>{status}</td>
              <td>
                <Inline text={description} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}

function Request({ operation }: { operation: OperationView }) {
  const { parameters, bodies } = operation
  return (
    <>
      {parameters.length > 0 ? (
        <>
          <h3>Parameters</h3>
          <FieldList fields={parameters} optional />
        </>
      ) : null}
      {bodies.map(({ type, fields }) => (
        <section key={type}>
          <h3>
            Request body <small>{type}</small>
          </h3>
          <FieldList fields={fields} optional />
        </section>
      ))}
    </>
  )
}

function Response({ operation }: { operation: OperationView }) {
  const { status, description, fields } = operation.response
  return (
    <>
      <h3>
        Response <small>{status}</small>
      </h3>
      <p>
        <Inline text={description} />
      </p>
      {fields.length > 0 ? <FieldList fields={fields} optional={false} /> : null}
    </>
  )
}

export function Operation({ operation }: { operation: OperationView }) {
  const { id, method, path, summary, description, response, samples, bodies } = operation
  const pushed = path === '' ? bodies.find(({ sample }) => sample !== null)?.sample : undefined
  return (
    <section className="docs-operation" id={id} aria-labelledby={`${id}-title`}>
      <div className="docs-operation__text">
        <h2 id={`${id}-title`}>
          <a href={`#${id}`}>{summary}</a>
        </h2>
        <p className="docs-operation__path">
          <span className="method">{method}</span> <code>{path || id}</code>
        </p>
        <Prose text={description} />
        <Request operation={operation} />
        <Response operation={operation} />
        <Errors errors={operation.errors} />
        {path === '' ? null : (
          <p>
            <a href={`/docs/console#${id}`}>Try it in the request console</a>
          </p>
        )}
      </div>
      <div className="docs-operation__code">
        {samples.length > 0 ? <CodeSample samples={samples} label={summary} /> : null}
        {pushed ? <CodeSample samples={[{ language: 'Payload', code: pushed }]} label={summary} /> : null}
        {response.sample === null ? null : (
          <CodeSample
            samples={[{ language: `Response ${response.status}`, code: response.sample }]}
            label={`Response to ${summary}`}
          />
        )}
      </div>
    </section>
  )
}
