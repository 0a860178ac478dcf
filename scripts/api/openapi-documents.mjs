// The committed OpenAPI documents.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const project = fileURLToPath(new URL('../..', import.meta.url))

export const DOCUMENTS = ['openapi.json', 'openapi-operator.json']

/** All operations and their components in one document. A component of both is the same in both: they are parts of one. */
export function readWholeDocument(root = project) {
  const parts = DOCUMENTS.map((file) => JSON.parse(readFileSync(path.join(root, file), 'utf8')))
  const [api, operators] = parts
  return {
    ...api,
    tags: [...api.tags, ...operators.tags],
    paths: { ...api.paths, ...operators.paths },
    components: Object.fromEntries(
      Object.keys(api.components).map((kind) => [
        kind,
        Object.assign({}, ...parts.map(({ components }) => components[kind])),
      ]),
    ),
  }
}
