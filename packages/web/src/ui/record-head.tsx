// The head of a record's page: the way back to its list, its name and its status.
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { PageHead } from './panel.tsx'
import { type PageRecord, useRecord } from './record.ts'

export type Crumb = { href: string; text: string }

export const Crumbs = ({ crumbs, here }: { crumbs: readonly Crumb[]; here: ReactNode }) => (
  <nav className="crumbs" aria-label="Breadcrumbs">
    <ol>
      {crumbs.map(({ href, text }) => (
        <li key={href}>
          <Link href={href}>{text}</Link>
        </li>
      ))}
      <li aria-current="page">{here}</li>
    </ol>
  </nav>
)

type Props = {
  crumbs: readonly Crumb[]
  record: PageRecord
  /** The heading, where it is more than the record's name. */
  title?: ReactNode
  text?: ReactNode
  aside?: ReactNode
}

export function RecordHead({ crumbs, record, title, text, aside }: Props) {
  useRecord(record)
  return (
    <>
      <Crumbs crumbs={crumbs} here={record.name} />
      <PageHead title={title ?? record.name} text={text} aside={aside} />
    </>
  )
}
