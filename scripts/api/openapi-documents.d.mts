export const DOCUMENTS: string[]

export type WholeDocument = {
  [name: string]: unknown
  tags: { name: string }[]
  paths: Record<string, Record<string, { [name: string]: unknown; operationId: string; tags: string[] }>>
  components: Record<string, Record<string, object>>
}

export function readWholeDocument(root?: string): WholeDocument
