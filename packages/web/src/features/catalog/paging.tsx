// Links to the page before and the page after.
import { Count } from '../../ui/money.tsx'

type Props = { page: number; pages: number; previousHref: string | null; nextHref: string | null }

export const Paging = ({ page, pages, previousHref, nextHref }: Props) =>
  previousHref === null && nextHref === null ? null : (
    <nav className="paging" aria-label="Pages">
      {previousHref ? (
        <a className="button button--plain" href={previousHref} rel="prev">
          Previous page
        </a>
      ) : (
        <span />
      )}
      <span className="soft small">
        Page <Count value={page} /> of <Count value={pages} />
      </span>
      {nextHref ? (
        <a className="button button--plain" href={nextHref} rel="next">
          Next page
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
