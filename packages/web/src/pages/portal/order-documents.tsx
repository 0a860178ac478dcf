// The documents of an order: receipt or invoice, and credit notes.
import { useList } from '../../api/hooks.ts'
import { DOCUMENT_KINDS } from '../../features/documents/document-words.ts'
import { Panel } from '../../ui/panel.tsx'
import { PdfButton } from '../pdf-button.tsx'

/** Nothing for an order without documents: the partner collected it, or it is from before there were any. */
export function OrderDocuments({ orderId }: { orderId: string }) {
  const list = useList('GET /api/partner/v1/documents', { query: { order_id: orderId } }, ({ documents }) => documents)
  const documents = list.data?.pages.flatMap((page) => page.documents) ?? []
  if (documents.length === 0) return null
  return (
    <Panel title="Documents">
      <div className="page-actions">
        {documents.map(({ document_id, kind, number }) => (
          <PdfButton
            key={document_id}
            operation="GET /api/partner/v1/documents/{document_id}"
            input={{ params: { document_id } }}
            name={`${number}.pdf`}
            label={`${DOCUMENT_KINDS[kind]} ${number}`}
          />
        ))}
      </div>
    </Panel>
  )
}
