// Domains that were viewed in this browser. They stay on the device, and can be cleared.
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { addViewed, parseViewed, type Viewed } from './viewed.ts'

const STORED = 'freehold-viewed'

/** Storage can be turned off; the page works without it. */
function read(): Viewed[] {
  try {
    return parseViewed(localStorage.getItem(STORED))
  } catch {
    return []
  }
}

function write(viewed: readonly Viewed[]): void {
  try {
    if (viewed.length === 0) localStorage.removeItem(STORED)
    else localStorage.setItem(STORED, JSON.stringify(viewed))
  } catch {
    // Nothing is remembered then.
  }
}

/** `current`: the domain of this page. It is remembered, and not shown on its own page. */
export function RecentlyViewed({ current }: { current?: Viewed }) {
  const [viewed, setViewed] = useState<readonly Viewed[]>([])
  const { domain, unicode } = current ?? {}
  useEffect(() => {
    const before = read()
    setViewed(before.filter((one) => one.domain !== domain))
    if (domain !== undefined && unicode !== undefined) write(addViewed(before, { domain, unicode }))
  }, [domain, unicode])
  if (viewed.length === 0) return null
  function clear(): void {
    write([])
    setViewed([])
  }
  return (
    <section className="band">
      <div className="band__head">
        <h2>Recently viewed</h2>
        <Button kind="quiet" small onClick={clear}>
          Clear list
        </Button>
      </div>
      <ul className="chips">
        {viewed.map((one) => (
          <li key={one.domain}>
            <a className="chip name" href={`/domains/${one.domain}`}>
              {one.unicode}
            </a>
          </li>
        ))}
      </ul>
      <p className="soft small">Only this browser keeps this list.</p>
    </section>
  )
}
