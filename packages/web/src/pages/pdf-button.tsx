// Downloads a document as PDF.
import type { Input, Operation } from '../api/client.ts'
import { usePdf } from '../api/download.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/feedback.tsx'

type Props<Op extends Operation> = { operation: Op; input: Input<Op>; name: string; label: string }

export function PdfButton<Op extends Operation>({ operation, input, name, label }: Props<Op>) {
  const pdf = usePdf(operation, input, name)
  return (
    <>
      <Button kind="plain" small busy={pdf.isPending} onClick={() => pdf.mutate()}>
        {label}
      </Button>
      {pdf.error ? <Failure error={pdf.error} /> : null}
    </>
  )
}
