// Downloads a list as CSV: every row that matches the filters, in the order shown.
import type { Input, Operation } from '../api/client.ts'
import { useCsv } from '../api/download.ts'
import { Button } from '../ui/button.tsx'
import { Failure } from '../ui/feedback.tsx'

type Props<Op extends Operation> = { operation: Op; input: Input<Op>; name: string }

export function CsvButton<Op extends Operation>({ operation, input, name }: Props<Op>) {
  const csv = useCsv(operation, input, name)
  return (
    <>
      <Button kind="plain" small busy={csv.isPending} onClick={() => csv.mutate()}>
        Download CSV
      </Button>
      {csv.error ? <Failure error={csv.error} /> : null}
    </>
  )
}
