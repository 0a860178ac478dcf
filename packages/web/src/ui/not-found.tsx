// What a workplace shows at a URL without a page, and for a record that does not exist.
import { Link, useLocation } from 'wouter'
import { Empty } from './feedback.tsx'
import { PageHead } from './panel.tsx'

/** The list that a record belongs to: `/console/orders` of `/console/orders/ord_1`. */
export const listPath = (path: string): string => path.split('/').slice(0, -1).join('/')

export const NotFound = () => (
  <>
    <PageHead title="Page not found" />
    <Empty title="This page does not exist">Choose a page from the menu.</Empty>
  </>
)

/** In the middle of a sentence: `order`, `TLD`. */
const lowerTitle = (title: string): string => (title === title.toUpperCase() ? title : title.toLowerCase())

export function RecordNotFound({ title }: { title: string }) {
  const [path] = useLocation()
  return (
    <>
      <PageHead title="Not found" />
      <Empty title={`This ${lowerTitle(title)} does not exist`}>
        <p>It may belong to the other environment, or the link may be incomplete.</p>
        <p>
          <Link href={listPath(path)}>Back to the list</Link>
        </p>
      </Empty>
    </>
  )
}
