// The OpenAPI documents: no error under the linter Redocly, and the committed copy is the one that is served.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { DEFAULT_PUSHED_EVENT_TYPES } from '../../packages/sdk/src/enums.gen.ts'
import { openApiDocument, splitDocument } from '../../packages/server/src/document.ts'
import { EVENT_TYPES, PUSHED_BY_DEFAULT } from '../../packages/server/src/modules/webhooks/index.ts'
import { deliveryHeaders, signingKey } from '../../packages/server/src/modules/webhooks/rules/signing.ts'
import { readWholeDocument } from './openapi-documents.mjs'
import { resolveRef } from './openapi-refs.mjs'

const project = fileURLToPath(new URL('../..', import.meta.url))
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-openapi-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const { version } = JSON.parse(readFileSync(path.join(project, 'packages/server/package.json'), 'utf8')) as {
  version: string
}
const document = openApiDocument(version)
const parts = splitDocument(document)

type Problem = { ruleId: string; severity: string; message: string; location: unknown[] }

function lint(name: string, subject: unknown): { status: number | null; errors: Problem[] } {
  const file = path.join(folder, `${name}.json`)
  const config = path.join(folder, 'redocly.yaml')
  writeFileSync(file, JSON.stringify(subject))
  writeFileSync(config, 'extends: [recommended, spec]\n')
  const cli = path.join(project, 'node_modules/@redocly/cli/bin/cli.js')
  const done = spawnSync(process.execPath, [cli, 'lint', file, '--config', config, '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', NO_COLOR: '1' },
  })
  const report = JSON.parse(done.stdout.slice(done.stdout.indexOf('{'))) as { problems: Problem[] }
  return { status: done.status, errors: report.problems.filter(({ severity }) => severity === 'error') }
}

it('has no error under the recommended and the specification rules', () => {
  for (const [file, part] of Object.entries(parts))
    expect([file, lint(file, part)]).toEqual([file, { status: 0, errors: [] }])
})

it('is judged by a linter that does find errors', () => {
  const { status, errors } = lint('broken', { ...document, tags: 'none', servers: [{}] })
  expect(status).toBe(1)
  expect(errors.map(({ ruleId }) => ruleId)).toContain('struct')
})

it('is an OpenAPI 3.1 document in which every operation has its own name', () => {
  expect(document.openapi).toBe('3.1.0')
  const operations = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(operations.length).toBeGreaterThan(15)
  expect(new Set(operations).size).toBe(operations.length)
})

it('has the event types that an endpoint gets by default, and so does the SDK', () => {
  expect(document).toHaveProperty('components.schemas.PushedEventTypes.default', PUSHED_BY_DEFAULT)
  expect(DEFAULT_PUSHED_EVENT_TYPES).toEqual(PUSHED_BY_DEFAULT)
})

it('describes every type of event as a webhook, with the headers of a delivery', () => {
  type Webhook = { post: { operationId: string; parameters: { name: string }[]; requestBody: object } }
  const webhooks = document.webhooks as Record<string, Webhook>
  expect(Object.keys(webhooks).sort()).toEqual([...EVENT_TYPES, 'webhook.test'].sort())
  const body = '{}'
  const keys = { current: signingKey('a secret of sixteen'), previous: signingKey('another of sixteen') }
  const sent = deliveryHeaders({ eventId: 'evt_1', eventType: 'order.paid', attempt: 1, body }, keys, new Date(0))
  const names = sent.filter((_, index) => index % 2 === 0).filter((name) => !/^(content-type|user-agent)$/i.test(name))
  for (const { post } of Object.values(webhooks))
    expect(post.parameters.map((one) => resolveRef(document, one).name).sort()).toEqual([...names].sort())
})

it('shares what its operations have in common: each adds little to a document that browsers and code generators load', () => {
  const operations = Object.values(document.paths as Record<string, object>).flatMap((methods) => Object.keys(methods))
  expect(Buffer.byteLength(JSON.stringify(document)) / operations.length).toBeLessThanOrEqual(2400)
})

it('has each request body and each error response that several operations share in its components', () => {
  const repeated = (values: object[]): string[] => {
    const texts = values.filter((value) => !('$ref' in value)).map((value) => JSON.stringify(value))
    return texts.filter((text, index) => texts.indexOf(text) !== index)
  }
  type Operation = { requestBody?: object; responses: Record<string, object> }
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  )
  expect(repeated(operations.flatMap(({ requestBody }) => requestBody ?? []))).toEqual([])
  const errors = operations.flatMap(({ responses }) =>
    Object.entries(responses).flatMap(([status, response]) => (/^[45]/.test(status) ? [response] : [])),
  )
  expect(errors.length).toBeGreaterThan(1000)
  expect(repeated(errors)).toEqual([])
})

it('is committed as it is served, in two parts of at most 500 KB that together are the whole', () => {
  for (const [file, part] of Object.entries(parts)) {
    const text = readFileSync(path.join(project, file), 'utf8')
    expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(part)))
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(500_000)
  }
  const { info: _, ...whole } = JSON.parse(JSON.stringify(document)) as typeof document
  const { info: __, ...merged } = readWholeDocument()
  expect({ ...merged, tags: new Set(merged.tags) }).toEqual({ ...whole, tags: new Set(whole.tags as object[]) })
})

it('has the Operator API in the second part; each part has the components that it needs and no others', () => {
  const [api, operators] = Object.values(parts) as [typeof document, typeof document]
  expect(Object.keys(api.paths as object).filter((name) => name.startsWith('/api/operator/'))).toEqual([])
  expect(Object.keys(operators.paths as object).filter((name) => !name.startsWith('/api/operator/'))).toEqual([])
  for (const part of [api, operators]) {
    const { securitySchemes: _, ...shared } = part.components as Record<string, object>
    const held = Object.entries(shared).flatMap(([kind, values]) =>
      Object.keys(values).map((name) => `#/components/${kind}/${name}`),
    )
    const named = new Set(JSON.stringify(part).match(/#\/components\/\w+\/[\w.]+/g))
    expect([...named].sort()).toEqual(held.sort())
  }
})
