// The documents of an order: receipt or invoice, and credit notes.
import { useList } from '../../api/hooks.ts'
import { Panel } from '../../ui/panel.tsx'
import { DocumentButtons } from '../document-buttons.tsx'

/** Nothing for an order without documents: the partner collected it, or it is from before there were any. */
export function OrderDocuments({ orderId }: { orderId: string }) {
  const list = useList('GET /api/partner/v1/documents', { query: { order_id: orderId } }, ({ documents }) => documents)
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  if (documents.length === 0) return null
  return (
    <Panel title="Documents">
      <DocumentButtons documents={documents} operation="GET /api/partner/v1/documents/{document_id}" />
    </Panel>
  )
}
