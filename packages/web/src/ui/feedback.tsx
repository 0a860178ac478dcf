// Feedback: notices, badges, loading, empty states and failures.
import type { ReactNode } from 'react'
import { Button } from './button.tsx'

export type Tone = 'info' | 'good' | 'warn' | 'bad' | 'neutral'

export function Notice({ tone = 'info', title, children }: { tone?: Tone; title?: string; children?: ReactNode }) {
  return (
    <div className={`notice notice--${tone}`} role={tone === 'bad' ? 'alert' : 'status'}>
      {title ? <strong className="notice__title">{title}</strong> : null}
      {typeof children === 'string' ? <p>{children}</p> : children}
    </div>
  )
}

export const Badge = ({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) => (
  <span className={tone === 'neutral' ? 'badge' : `badge badge--${tone}`}>{children}</span>
)

export const Loading = ({ children = 'Loading…' }: { children?: ReactNode }) => (
  <p className="loading" role="status">
    {children}
  </p>
)

export const Empty = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="empty">
    <p className="empty__title">{title}</p>
    {typeof children === 'string' ? <p>{children}</p> : children}
  </div>
)

type Failed = Error & { status?: number; requestId?: string | null }

/** A refused request names what to change; only an unexpected failure "went wrong". */
const isRefused = ({ status = 0 }: Failed): boolean => status === 400 || status === 409 || status === 422

/** The error message, and the request ID to quote to support. */
export function Failure({ error, retry }: { error: Failed; retry?: () => unknown }) {
  return (
    <Notice tone="bad" title={isRefused(error) ? 'This was not accepted' : 'Something went wrong'}>
      <p>{error.message}</p>
      {error.requestId ? (
        <p className="small">
          Request ID: <span className="mono">{error.requestId}</span>
        </p>
      ) : null}
      {retry ? (
        <Button kind="plain" small onClick={() => void retry()}>
          Try again
        </Button>
      ) : null}
    </Notice>
  )
}
