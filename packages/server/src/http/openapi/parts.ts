// The document in two parts: what partners, buyers, sellers and agents call, and what the operators of a service call. Each part has the
// components that it needs, under the names that they have in the whole.
import { DOCUMENT_BASE_URL, operatorInfo } from './info.ts'

type Json = Record<string, unknown>
type Operation = { tags: string[]; security?: Json[] }
type Paths = Record<string, Record<string, Operation>>
type Whole = Json & {
  info: { version: string }
  tags: { name: string }[]
  paths: Paths
  webhooks: Json
  components: Record<string, Json> & { securitySchemes: Json }
}

const OPERATOR_TAG = 'Operator API'

export const API_FILE = 'openapi.json'
export const OPERATOR_API_FILE = 'openapi-operator.json'

function* listRefs(value: unknown): Generator<string> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value))
    if (name === '$ref' && typeof inner === 'string') yield inner
    else yield* listRefs(inner)
}

/** The components that the part leads to, in the order of the whole. */
function pickComponents(whole: Whole, part: { paths: Paths; webhooks?: Json }): Json {
  const found = new Set<string>()
  const waiting: unknown[] = [part.paths, part.webhooks ?? {}]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const ref of listRefs(next)) {
      if (found.has(ref)) continue
      found.add(ref)
      const [kind = '', name = ''] = ref.replace('#/components/', '').split('/')
      waiting.push(whole.components[kind]?.[name])
    }
  const schemes = new Set(
    Object.values(part.paths).flatMap((methods) =>
      Object.values(methods).flatMap(({ security = [] }) => security.flatMap((one) => Object.keys(one))),
    ),
  )
  return Object.fromEntries(
    Object.entries(whole.components).map(([kind, values]) => [
      kind,
      Object.fromEntries(
        Object.entries(values).filter(([name]) =>
          kind === 'securitySchemes' ? schemes.has(name) : found.has(`#/components/${kind}/${name}`),
        ),
      ),
    ]),
  )
}

/** The parts by the name of the file that holds them, which is also the path where they are served. */
export function splitDocument(document: Json, baseUrl: string = DOCUMENT_BASE_URL): Record<string, Json> {
  const whole = document as Whole
  const pathsWhere = (keep: (operation: Operation) => boolean): Paths =>
    Object.fromEntries(
      Object.entries(whole.paths)
        .map(([path, methods]) => [path, Object.fromEntries(Object.entries(methods).filter(([, one]) => keep(one)))])
        .filter(([, methods]) => Object.keys(methods as object).length > 0),
    ) as Paths
  const isOperators = ({ tags }: { tags: string[] }) => tags.includes(OPERATOR_TAG)
  const api = {
    ...whole,
    tags: whole.tags.filter(({ name }) => name !== OPERATOR_TAG),
    paths: pathsWhere((one) => !isOperators(one)),
  }
  const { webhooks: _, ...rest } = whole
  const operators = {
    ...rest,
    info: { ...whole.info, ...operatorInfo(baseUrl) },
    tags: whole.tags.filter(({ name }) => name === OPERATOR_TAG),
    paths: pathsWhere(isOperators),
  }
  return {
    [API_FILE]: { ...api, components: pickComponents(whole, api) },
    [OPERATOR_API_FILE]: { ...operators, components: pickComponents(whole, operators) },
  }
}
