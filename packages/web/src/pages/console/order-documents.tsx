// The documents of an order or of a registration: receipt or invoice, and credit notes.
import { useList } from '../../api/hooks.ts'
import { Panel } from '../../ui/panel.tsx'
import { DocumentButtons } from '../document-buttons.tsx'

/** Nothing without documents: the partner collected the order, or it is from before there were any. */
function DocumentsPanel({ query }: { query: { order_id: string } | { purchase_id: string } }) {
  const list = useList('GET /api/operator/v1/documents', { query }, ({ documents }) => documents)
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  if (documents.length === 0) return null
  return (
    <Panel title="Documents">
      <DocumentButtons documents={documents} operation="GET /api/operator/v1/documents/{document_id}" />
    </Panel>
  )
}

export const OrderDocuments = ({ orderId }: { orderId: string }) => <DocumentsPanel query={{ order_id: orderId }} />

export const PurchaseDocuments = ({ purchaseId }: { purchaseId: string }) => (
  <DocumentsPanel query={{ purchase_id: purchaseId }} />
)
