// Boxes, heads of pages, lists of facts and numbers.
import type { ReactNode } from 'react'

export function Panel({
  title,
  aside,
  raised,
  children,
}: {
  title?: ReactNode
  aside?: ReactNode
  raised?: boolean
  children: ReactNode
}) {
  return (
    <section className={raised ? 'panel panel--raised' : 'panel'}>
      {title || aside ? (
        <div className="panel__head">
          {title ? <h2>{title}</h2> : <span />}
          {aside}
        </div>
      ) : null}
      {children}
    </section>
  )
}

export const PageHead = ({ title, text, aside }: { title: ReactNode; text?: ReactNode; aside?: ReactNode }) => (
  <header className="page-head">
    <div>
      <h1 className="name">{title}</h1>
      {text ? <p className="soft">{text}</p> : null}
    </div>
    {aside}
  </header>
)

export type Fact = readonly [label: string, value: ReactNode]

const isThere = ([, value]: Fact): boolean => value !== null && value !== undefined && value !== false && value !== ''

/** A fact without a value is left out. */
export const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts">
    {facts.filter(isThere).map(([label, value]) => (
      <div key={label} className="facts__row">
        <dt>{label}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

export const Stats = ({ stats }: { stats: readonly Fact[] }) => (
  <dl className="stats">
    {stats.map(([label, value]) => (
      <div key={label} className="stat">
        <dt className="stat__label">{label}</dt>
        <dd className="stat__value">{value}</dd>
      </div>
    ))}
  </dl>
)
