// Answers that are files: fetched with the workplace's own headers, then saved by the browser.
import { type UseMutationResult, useMutation } from '@tanstack/react-query'
import type { FreeholdError, Input, Operation } from './client.ts'
import { useTransport } from './hooks.ts'

export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}

function useFile<Op extends Operation>(
  operation: Op,
  input: Input<Op>,
  { accept, name }: { accept: string; name: string },
): UseMutationResult<void, FreeholdError, void> {
  const transport = useTransport()
  return useMutation<void, FreeholdError, void>({
    mutationFn: async () => {
      const response = await transport.send(operation, { ...(input as object), headers: { accept } })
      saveFile(await response.blob(), name)
    },
  })
}

/** The same rows that the list shows, all of them, as CSV. */
export const useCsv = <Op extends Operation>(operation: Op, input: Input<Op>, name: string) =>
  useFile(operation, input, { accept: 'text/csv', name })

export const usePdf = <Op extends Operation>(operation: Op, input: Input<Op>, name: string) =>
  useFile(operation, input, { accept: 'application/pdf', name })
