// A button for the PDF of each document: receipt or invoice, and credit notes.
import type { DocumentLink } from '@freehold/sdk/types'
import { DOCUMENT_KINDS } from '../features/documents/document-words.ts'
import { PdfButton } from './pdf-button.tsx'

type Props = {
  documents: readonly Pick<DocumentLink, 'document_id' | 'kind' | 'number'>[]
  operation: `GET /api/${'account' | 'operator/v1' | 'partner/v1'}/documents/{document_id}`
}

export const DocumentButtons = ({ documents, operation }: Props) => (
  <div className="page-actions">
    {documents.map(({ document_id, kind, number }) => (
      <PdfButton
        key={document_id}
        operation={operation}
        input={{ params: { document_id } }}
        name={`${number}.pdf`}
        label={`${DOCUMENT_KINDS[kind]} ${number}`}
      />
    ))}
  </div>
)
