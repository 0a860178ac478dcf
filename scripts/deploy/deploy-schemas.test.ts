// Manifests, Compose file and units are valid by the schemas of the programs that read them, and a planted fault is found.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { afterAll, describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../packages/server/src/config.ts'
import { findProgram } from '../../packages/server/test/programs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')
const require = createRequire(import.meta.url)
const folder = mkdtempSync(path.join(tmpdir(), 'freehold-schemas-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

// Tests read documents freely; their form is what they check.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Document = any

describe('compose.yaml', () => {
  // Its own $schema is a spelling of draft 7 that Ajv does not know.
  const { $schema: _, ...schema } = JSON.parse(read('node_modules/dclint/schemas/compose.schema.json'))
  // The schema describes formats that JSON Schema does not know, such as durations.
  const validate = new Ajv({ strict: false, validateFormats: false, allowUnionTypes: true }).compile(schema)
  const compose = () => parse(read('compose.yaml'), { merge: true }) as Document

  it('is valid by the Compose specification', () => {
    expect([validate(compose()), validate.errors]).toEqual([true, null])
  })

  it.each<[string, (document: Document) => void]>([
    ['an unknown field', ({ services }) => Object.assign(services.service, { read_onyl: true })],
    ['a wrong type', ({ services }) => Object.assign(services.service, { init: 5 })],
    [
      'an unknown condition',
      ({ services }) => Object.assign(services.worker.depends_on.migrate, { condition: 'done' }),
    ],
    ['an unknown section', (document) => Object.assign(document, { service: {} })],
  ])('with %s is not', (_, spoil) => {
    const document = compose()
    spoil(document)
    expect(validate(document)).toBe(false)
  })
})

describe('the manifests for Kubernetes', () => {
  const files = readdirSync(path.join(root, 'deploy/kubernetes')).filter((file) => file !== 'kustomization.yaml')
  const objects = (): Document[] =>
    files.flatMap((file) =>
      parseAllDocuments(read(`deploy/kubernetes/${file}`), { merge: true }).map((document) => document.toJS()),
    )
  const isOperator = (apiVersion: string) => apiVersion.startsWith('monitoring.coreos.com/')
  const findModel = ({ apiVersion, kind }: Document): string =>
    require.resolve(
      `${isOperator(apiVersion) ? '@kubernetes-models/prometheus-operator' : 'kubernetes-models'}/${apiVersion}/${kind}`,
    )

  /** Required fields, types and formats. */
  function findErrors(object: Document): string | null {
    const model = require(findModel(object)) as Record<string, new (data: unknown) => { validate(): void }>
    try {
      new model[object.kind]!(object).validate()
      return null
    } catch (error) {
      return (error as Error).message
    }
  }

  /** The schemas of Kubernetes allow unknown fields, as old servers must. Types find them: a literal may have no other field. */
  function findUnknown(list: Document[]): string {
    const text = list.map((object, index) => {
      const model = findModel(object).replace(/\.js$/, '')
      return `import type { I${object.kind} as T${index} } from ${JSON.stringify(model)}\nexport const o${index}: T${index} = ${JSON.stringify(object)}\n`
    })
    const file = path.join(folder, 'objects.ts')
    writeFileSync(file, text.join('\n'))
    const options = '--noEmit --strict --skipLibCheck --module esnext --moduleResolution bundler --types'.split(' ')
    const tsc = path.join(root, 'node_modules/typescript/bin/tsc')
    return spawnSync(process.execPath, [tsc, ...options, '', file], { cwd: folder, encoding: 'utf8' }).stdout
  }

  it('are valid by the schemas of Kubernetes and of the Prometheus operator', () => {
    const list = objects()
    expect(list.length).toBeGreaterThan(10)
    expect(list.map((object) => [object.kind, findErrors(object)]).filter(([, errors]) => errors !== null)).toEqual([])
  })

  it('with a wrong type or without a required field are not', () => {
    const deployment = () => objects().find(({ kind }) => kind === 'Deployment') as Document
    const spoilt = [deployment(), deployment(), deployment()] as const
    spoilt[0].spec.replicas = '2'
    spoilt[1].spec.selector = undefined
    spoilt[2].spec.template.spec.containers[0].ports[0].containerPort = 'http'
    expect(spoilt.map((object) => findErrors(object) !== null)).toEqual([true, true, true])
  })

  it('have no field that Kubernetes does not know', () => {
    expect(findUnknown(objects())).toBe('')
    const list = objects()
    const deployment = list.find(({ kind }) => kind === 'Deployment') as Document
    const monitor = list.find(({ kind }) => kind === 'PodMonitor') as Document
    deployment.spec.template.spec.containers[0].readinesProbe = {}
    monitor.spec.podMetricsEndpoints[0].intervall = '15s'
    const found = findUnknown(list)
    expect(found).toContain('readinesProbe')
    expect(found).toContain('intervall')
  })
})

const kubectl = findProgram('kubectl')
if (!kubectl) console.log('not run: the kustomization in kubectl. Install kubectl.')

it.runIf(kubectl)(
  'kubectl builds the kustomization: each manifest but the examples, in the version of the project',
  () => {
    const built = execFileSync(kubectl as string, ['kustomize', path.join(root, 'deploy/kubernetes')], {
      encoding: 'utf8',
    })
    const list = parseAllDocuments(built).map((document) => document.toJS() as Document)
    const applied = readdirSync(path.join(root, 'deploy/kubernetes'))
      .filter((file) => file !== 'kustomization.yaml' && !file.includes('.example.'))
      .flatMap((file) => parseAllDocuments(read(`deploy/kubernetes/${file}`), { merge: true }))
      .map((document) => document.toJS() as Document)
    const nameAll = (objects: Document[]) => objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`).sort()
    expect(nameAll(list)).toEqual(nameAll(applied))
    const { version } = JSON.parse(read('package.json'))
    const images = list.flatMap(
      ({ spec }) => spec?.template?.spec.containers?.map(({ image }: Document) => image) ?? [],
    )
    expect(images.length).toBeGreaterThan(2)
    for (const image of images) expect(image).toMatch(new RegExp(`freehold:${version.replaceAll('.', '\\.')}$`))
  },
)

describe('the units for systemd', () => {
  const UNITS = ['freehold.service', 'freehold-worker.service']
  const values = (unit: string, name: string) =>
    [...read(`deploy/systemd/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
  const program = findProgram('systemd-analyze')
  if (!program) console.log('not run: systemd-analyze on the units. Install systemd.')

  it.each(UNITS)('%s drains before it is killed, and sets what the service reads', (unit) => {
    const asked = new Set<string>()
    const watch = { get: (target: object, name: string) => asked.add(name) && Reflect.get(target, name) }
    const { drainSeconds } = readConfig(new Proxy({}, watch), '/')
    const [stop = ''] = values(unit, 'TimeoutStopSec')
    expect(Number.parseInt(stop, 10)).toBeGreaterThan(drainSeconds)
    const [set = ''] = values(unit, 'Environment')
    const names = set.split(' ').map((pair) => pair.split('=')[0] ?? '')
    expect(names.filter((name) => !asked.has(name))).toEqual([])
    expect(set).toContain(`DATA_DIR=/var/lib/${values(unit, 'StateDirectory')[0]}`)
    expect(values(unit, 'ExecStart')[0]).toMatch(/^\/usr\/bin\/node \/opt\/freehold\/start\.mjs( worker)?$/)
  })

  it.runIf(program).each(UNITS)('%s is valid, and is exposed little, by systemd-analyze', (unit) => {
    // Whether Node is where Debian installs it is not the question here.
    const text = read(`deploy/systemd/${unit}`).replace('/usr/bin/node', process.execPath)
    const analyze = (...args: string[]) => spawnSync(program as string, args, { encoding: 'utf8' })
    const verify = (name: string, content: string) => {
      const file = path.join(folder, name)
      writeFileSync(file, content)
      const { status, stderr } = analyze('verify', '--man=no', file)
      // Units of the machine itself may be faulty.
      return [status, stderr.split('\n').filter((line) => line.includes(name))]
    }
    expect(verify(unit, text)).toEqual([0, []])
    const [, complaints] = verify(`spoilt-${unit}`, text.replace('ProtectSystem=strict', 'ProtectSystems=strict'))
    expect(complaints).toHaveLength(1)
    const judged = execFileSync(program as string, ['security', '--offline=yes', path.join(folder, unit)], {
      encoding: 'utf8',
    })
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(judged) ?? []
    expect(Number(exposure)).toBeLessThan(2)
  })
})
