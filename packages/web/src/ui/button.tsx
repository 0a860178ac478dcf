// Buttons, and links that look like them.
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, ReactNode, Ref } from 'react'

type Look = { kind?: 'primary' | 'plain' | 'danger' | 'quiet'; small?: boolean; wide?: boolean }

function buildClassName({ kind = 'primary', small, wide }: Look): string {
  const names = ['button']
  if (kind !== 'primary') names.push(`button--${kind}`)
  if (small) names.push('button--small')
  if (wide) names.push('button--wide')
  return names.join(' ')
}

type ButtonProps = Look & { busy?: boolean; ref?: Ref<HTMLButtonElement> } & ButtonHTMLAttributes<HTMLButtonElement>

/** `busy` keeps the focus and ignores further clicks. */
export function Button({ kind, small, wide, busy = false, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buildClassName({ kind, small, wide })}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    />
  )
}

type LinkProps = Look & { href: string; children: ReactNode } & AnchorHTMLAttributes<HTMLAnchorElement>

export const LinkButton = ({ kind, small, wide, children, ...rest }: LinkProps) => (
  <a {...rest} className={buildClassName({ kind, small, wide })}>
    {children}
  </a>
)

export const Actions = ({ children }: { children: ReactNode }) => <div className="actions">{children}</div>
