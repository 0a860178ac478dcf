// The pages of one subject, beside each other.
import { Link, useLocation } from 'wouter'
import { useCurrentInView } from './use-current-in-view.ts'

export type Tab = { href: string; text: string }

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const [path] = useLocation()
  const menu = useCurrentInView(path)
  return (
    <nav className="tabs" aria-label={label} ref={menu}>
      {tabs.map(({ href, text }) => (
        <Link key={href} href={href} aria-current={path === href ? 'page' : undefined}>
          {text}
        </Link>
      ))}
    </nav>
  )
}
