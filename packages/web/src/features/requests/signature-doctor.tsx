// The signature doctor compares the server's canonical string with the caller's, line by line.
import type { SignatureDiagnosis } from '@freehold/sdk/types'
import { useState } from 'react'
import { CodeBlock } from '../../ui/copy.tsx'
import { Badge, Notice } from '../../ui/feedback.tsx'
import { TextAreaField } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import { partAt } from './difference.ts'

type Line = SignatureDiagnosis['lines'][number]

const NAMES: Record<Line['name'], string> = {
  method: 'Method',
  path: 'Path',
  query: 'Query',
  timestamp: 'Timestamp',
  nonce: 'Nonce',
  body_hash: 'Body hash',
}

type Props = { canonicalString: string; diagnose: (canonicalString: string) => Promise<SignatureDiagnosis> }

export function SignatureDoctor({ canonicalString, diagnose }: Props) {
  const [diagnosis, setDiagnosis] = useState<SignatureDiagnosis | null>(null)
  return (
    <Panel title="Signature doctor">
      <p>
        This is the canonical string the server built from your request. A valid signature is the HMAC of exactly this
        string with your secret.
      </p>
      <CodeBlock label="Canonical string built by the server">{canonicalString}</CodeBlock>
      <Form
        submit="Compare strings"
        send={async (form) => {
          setDiagnosis(await diagnose(String(form.get('canonical_string')).replaceAll('\r\n', '\n')))
          return undefined
        }}
      >
        {(getFieldError) => (
          <TextAreaField
            label="The string you signed"
            name="canonical_string"
            hint="Print it right before you compute the HMAC, then paste it here in full."
            mono
            required
            rows={7}
            spellCheck={false}
            error={getFieldError('canonical_string')}
          />
        )}
      </Form>
      {diagnosis ? <Diagnosis diagnosis={diagnosis} /> : null}
    </Panel>
  )
}

function Diagnosis({ diagnosis: { matches, causes, lines } }: { diagnosis: SignatureDiagnosis }) {
  return (
    <section className="doctor" aria-label="Diagnosis" aria-live="polite">
      <Notice tone="warn" title={matches ? 'The strings match' : 'What to change'}>
        <ul>
          {causes.map(({ line, text }) => (
            <li key={text}>
              {line ? <strong>{NAMES[line]}: </strong> : null}
              {text}
            </li>
          ))}
        </ul>
      </Notice>
      <Table caption="Comparison line by line" columns={COLUMNS} rows={lines} rowKey={({ name }) => name} />
    </section>
  )
}

/** The part that differs is marked; a line that is empty says so. */
function Text({ line, side }: { line: Line; side: 'server' | 'given' }) {
  const text = line[side]
  if (text === null) return <em className="soft">missing</em>
  if (text === '') return <em className="soft">empty</em>
  const parted = partAt(line.server, line.given ?? '')
  const rest = side === 'server' ? parted.one : parted.other
  return (
    <span className="mono">
      {line.differs ? parted.same : text}
      {line.differs && rest ? <mark>{rest}</mark> : null}
    </span>
  )
}

const COLUMNS: readonly Column<Line>[] = [
  { title: 'Line', cell: ({ name }) => NAMES[name] },
  { title: 'Server', cell: (line) => <Text line={line} side="server" /> },
  { title: 'Yours', cell: (line) => <Text line={line} side="given" /> },
  {
    title: 'Result',
    cell: ({ differs }) => (differs ? <Badge tone="bad">Differs</Badge> : <Badge tone="good">Same</Badge>),
  },
]
