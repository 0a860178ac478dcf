// What deploys the service says what is so: files that exist, settings that the service reads, paths that it answers, no rights
// that it does not need.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import http from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, vi } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { chooseTarget, noteTarget } from '../../deploy/docker/health-target.mjs'
import { AREAS } from '../../packages/server/src/areas/areas.ts'
import { readConfig } from '../../packages/server/src/config.ts'
import { fullPath } from '../../packages/server/src/http/pipeline.ts'
import { BODY_BYTES_MAX, BULK_BODY_BYTES_MAX } from '../../packages/server/src/kernel/limits.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

// Tests read documents freely; their form is what they check.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Document = any

function parseDocuments(file: string): Document[] {
  const documents = parseAllDocuments(read(file), { merge: true })
  for (const document of documents) expect([file, document.errors, document.warnings]).toEqual([file, [], []])
  return documents.map((document) => document.toJS())
}

/** Whatever the service asks its environment for, in every branch of the settings. */
function settings(): Set<string> {
  const asked = new Set<string>()
  const given: Record<string, string> = {
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'a',
    STRIPE_WEBHOOK_SECRET: 'b',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector',
  }
  readConfig(
    new Proxy(given, {
      get: (target, name: string) => {
        asked.add(name)
        return target[name]
      },
    }),
    '/',
  )
  return asked
}

const DRAIN_SECONDS = 20
const SETTINGS = settings()
/** The commands that the image's process 1 takes. */
const COMMANDS = ['serve', 'worker', 'search', 'migrate', 'create-operator']

describe('the Dockerfile', () => {
  const lines = read('Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
  const instructions = lines.map((line) => {
    const [, name = '', rest = ''] = /^([A-Z]+)\s+(.*)$/.exec(line) ?? []
    return { name, rest }
  })
  const all = (name: string) => instructions.filter((one) => one.name === name).map(({ rest }) => rest)

  it('has only instructions that there are', () => {
    const known = 'ARG FROM WORKDIR COPY RUN LABEL ENV VOLUME EXPOSE USER STOPSIGNAL HEALTHCHECK ENTRYPOINT'.split(' ')
    expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
  })

  it('begins with an image that is pinned to one version', () => {
    expect(all('ARG')[0]).toMatch(/^NODE_IMAGE=node:20\.\d+\.\d+-[a-z]+-slim$/)
    expect(all('FROM')).toEqual([`\${NODE_IMAGE} AS build`, `\${NODE_IMAGE}`])
  })

  it('copies what is there, every package included', () => {
    const copied = all('COPY')
      .filter((rest) => !rest.startsWith('--from'))
      .flatMap((rest) => rest.split(/\s+/).slice(0, -1))
    expect(copied.filter((file) => !existsSync(path.join(root, file)))).toEqual([])
    for (const name of readdirSync(path.join(root, 'packages')))
      expect(copied).toContain(`packages/${name}/package.json`)
  })

  it('runs as nobody in particular, drains when stopped, and knows whether it lives', () => {
    const last = instructions.slice(instructions.findLastIndex(({ name }) => name === 'FROM'))
    const ends = (name: string) => last.filter((one) => one.name === name).at(-1)?.rest
    expect(ends('USER')).toMatch(/^[1-9]\d*:[1-9]\d*$/)
    expect(ends('STOPSIGNAL')).toBe('SIGTERM')
    // As lists: a shell between would keep the signal.
    expect(JSON.parse(ends('ENTRYPOINT') ?? '')).toEqual(['node', '/app/start.mjs'])
    expect(JSON.parse(/CMD (.*)$/.exec(ends('HEALTHCHECK') ?? '')?.[1] ?? '')).toEqual(['node', '/app/healthcheck.mjs'])
    expect(ends('VOLUME')).toBe('/data')
  })

  it('sets what the service reads, and labels its version', () => {
    const names = all('ENV').flatMap((rest) => rest.split(/\s+/).map((pair) => pair.split('=')[0] ?? ''))
    expect(names.filter((name) => !SETTINGS.has(name))).toEqual([])
    expect(all('ARG')).toContain(`VERSION=${JSON.parse(read('package.json')).version}`)
  })

  it('takes no secret and no history of this machine along', () => {
    const ignored = read('.dockerignore').split('\n')
    for (const name of ['.git', '**/node_modules', '**/dist', 'data', '.env*', '**/master.key'])
      expect(ignored).toContain(name)
  })
})

describe("the image's health check", () => {
  const shared = { PORT: '8080', WORKER_PORT: '8081', SEARCH_LISTEN: 'unix:/run/freehold/search.sock' }

  it.each([
    ['serve', shared, '8080'],
    ['worker', shared, '8081'],
    ['search', shared, 'unix:/run/freehold/search.sock'],
    ['worker', { PORT: '80' }, '80'],
    ['search', {}, '8080'],
    ['migrate', shared, null],
  ])('of %s with %j asks %s', (command, env, target) => {
    expect(chooseTarget(command, env)).toBe(target)
  })

  it('asks where the process listens, also on a socket', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'freehold-health-'))
    const socket = path.join(folder, 'search.sock')
    const check = async () => {
      const env = { ...shared, PATH: process.env.PATH, TMPDIR: folder }
      const [code] = await once(
        spawn(process.execPath, [path.join(root, 'deploy/docker/healthcheck.mjs')], { env }),
        'exit',
      )
      return code
    }
    vi.stubEnv('TMPDIR', folder)
    noteTarget(`unix:${socket}`)
    vi.unstubAllEnvs()
    expect(await check()).toBe(1)
    const server = http.createServer((request, response) =>
      response.writeHead(request.url === '/healthz' ? 200 : 404).end(),
    )
    await once(server.listen(socket), 'listening')
    expect(await check()).toBe(0)
    server.close()
    rmSync(folder, { recursive: true })
  })
})

describe('compose.yaml', () => {
  const [compose] = parseDocuments('compose.yaml')
  const services = Object.entries<Document>(compose.services)
  const ours = services.filter(([, { image }]) => image.startsWith('freehold:'))

  it('runs the service, a worker, the migration before both, and PostgreSQL before that', () => {
    expect(services.map(([name]) => name)).toEqual(['database', 'migrate', 'service', 'worker'])
    expect(compose.services.database.image).toMatch(/^postgres:17\.\d+-/)
    for (const name of ['service', 'worker'])
      expect(compose.services[name].depends_on).toEqual({ migrate: { condition: 'service_completed_successfully' } })
    expect(compose.services.migrate.depends_on.database.condition).toBe('service_healthy')
    for (const [, { command }] of ours) if (command) expect(COMMANDS).toContain(command[0])
  })

  it('takes PostgreSQL for ready when it answers those who come over the network', () => {
    const { environment, healthcheck } = compose.services.database
    expect(healthcheck.test).toEqual([
      'CMD',
      'pg_isready',
      '--host=127.0.0.1',
      `--username=${environment.POSTGRES_USER}`,
      `--dbname=${environment.POSTGRES_DB}`,
    ])
  })

  it('gives nobody more than it needs', () => {
    for (const [name, service] of services) {
      expect([name, service.read_only, service.cap_drop]).toEqual([name, true, ['ALL']])
      expect(service.security_opt).toContain('no-new-privileges:true')
    }
    for (const [, { stop_grace_period: grace }] of ours)
      expect(Number.parseInt(grace, 10)).toBeGreaterThan(DRAIN_SECONDS)
    expect(compose.services.database).not.toHaveProperty('ports')
    expect(compose.services.service.ports).toEqual(['127.0.0.1:8080:8080'])
  })

  it('uses volumes, networks and secrets that it defines', () => {
    for (const [, service] of services) {
      for (const mount of service.volumes) expect(compose.volumes).toHaveProperty(mount.split(':')[0])
      for (const network of service.networks) expect(compose.networks).toHaveProperty(network)
      for (const secret of service.secrets ?? []) expect(compose.secrets).toHaveProperty(secret)
    }
  })

  it('sets what the service reads; the example of secrets too, and holds none', () => {
    const example = [...read('deploy/secrets/freehold.env.example').matchAll(/^(\w+)=(.*)$/gm)]
    const named = [
      ...ours.flatMap(([, { environment }]) => Object.keys(environment ?? {})),
      ...example.map(([, name = '']) => name),
    ]
    expect(named.filter((name) => !SETTINGS.has(name))).toEqual([])
    expect(Object.fromEntries(example.map(([, name, value]) => [name, value]))).toMatchObject({
      MASTER_KEY: '',
      METRICS_TOKEN: '',
    })
  })
})

describe('the manifests for Kubernetes', () => {
  const folder = 'deploy/kubernetes'
  const files = readdirSync(path.join(root, folder))
  const [kustomization] = parseDocuments(`${folder}/kustomization.yaml`)
  const objects = files
    .filter((file) => file !== 'kustomization.yaml')
    .flatMap((file) => parseDocuments(`${folder}/${file}`).map((object) => ({ file, ...object })))
  const ofKind = (kind: string) => objects.filter((object) => object.kind === kind)
  const lasting = [...ofKind('Deployment'), ...ofKind('StatefulSet')]
  const pods = [...lasting, ...ofKind('Job')]
  const containers = pods.flatMap(({ spec }) => spec.template.spec.containers)

  it('are applied together, all but the examples', () => {
    const applied = files.filter((file) => file !== 'kustomization.yaml' && !file.includes('.example.'))
    expect([...kustomization.resources].sort()).toEqual(applied.sort())
    expect(kustomization.images[0].newTag).toBe(JSON.parse(read('package.json')).version)
  })

  it('have what a cluster needs to run it', () => {
    const kinds = 'Deployment Job Service Ingress ConfigMap Secret PodDisruptionBudget NetworkPolicy PodMonitor'.split(
      ' ',
    )
    for (const kind of kinds) expect(ofKind(kind).length, kind).toBeGreaterThan(0)
    expect(ofKind('Deployment').find(({ metadata }) => metadata.name === 'freehold-service')?.spec.replicas).toBe(2)
    for (const { args } of containers) if (args) expect(COMMANDS).toContain(args[0])
  })

  it('name settings that the service reads', () => {
    const named = [
      ...[...ofKind('ConfigMap'), ...ofKind('Secret')].flatMap(({ data, stringData }) =>
        Object.keys({ ...data, ...stringData }),
      ),
      ...containers.flatMap(({ env = [] }) => env.map(({ name }: { name: string }) => name)),
    ]
    expect(named.length).toBeGreaterThan(5)
    expect(named.filter((name) => !SETTINGS.has(name))).toEqual([])
  })

  it('ask for paths that every process answers, on the port that it has', () => {
    const system = read('packages/server/src/http/server.ts')
    for (const { spec } of lasting) {
      const [container] = spec.template.spec.containers
      const ports = container.ports.map(({ name }: { name: string }) => name)
      for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
        expect(system).toContain(`app.get('${probe.httpGet.path}'`)
        expect(ports).toContain(probe.httpGet.port)
      }
      const [port] = container.ports
      const own = container.env?.find(({ name }: { name: string }) => /^(WORKER_PORT|SEARCH_LISTEN)$/.test(name))
      expect(String(port.containerPort)).toBe(own?.value ?? '8080')
    }
    expect(ofKind('PodMonitor')[0].spec.podMetricsEndpoints[0]).toMatchObject({ path: '/metrics', port: 'http' })
  })

  it('pass requests on unbuffered only where the service reads them as they arrive', () => {
    const buffering = (setting: string) =>
      ofKind('Ingress').filter(
        ({ metadata }) => metadata.annotations['nginx.ingress.kubernetes.io/proxy-request-buffering'] === setting,
      )
    const listPaths = (ingresses: Document[]) =>
      ingresses.flatMap(({ spec }) =>
        spec.rules.flatMap(({ http }: Document) => http.paths.map(({ path, pathType }: Document) => [path, pathType])),
      )
    const streamed = AREAS.flatMap(({ prefix, routes }) =>
      routes.filter((route) => route.streamed).map((route) => [fullPath(route, prefix), 'Exact']),
    )
    expect(streamed.length).toBeGreaterThan(0)
    expect(listPaths(buffering('off'))).toEqual(streamed)
    expect(listPaths(buffering('on'))).toEqual([['/', 'Prefix']])
    expect(buffering('on').length + buffering('off').length).toBe(ofKind('Ingress').length)
  })

  it('accept at the ingress the largest body that the service accepts, and an import of any size', () => {
    const largest = Math.max(BULK_BODY_BYTES_MAX, BODY_BYTES_MAX)
    const sizes = ofKind('Ingress').map(
      ({ metadata }) => metadata.annotations['nginx.ingress.kubernetes.io/proxy-body-size'],
    )
    // Some more than that, so that the service itself says what is too large.
    expect(sizes).toEqual([`${(2 * largest) / 1024 / 1024}m`, '0'])
  })

  it('serve one host over TLS', () => {
    const [{ data }] = ofKind('ConfigMap')
    for (const { spec } of ofKind('Ingress')) {
      const { host } = new URL(data.BASE_URL)
      expect(spec.rules.map((rule: Document) => rule.host)).toEqual([host])
      expect(spec.tls.flatMap(({ hosts }: Document) => hosts)).toEqual([host])
    }
  })

  it('give a start as long as a migration may take, by the guide', () => {
    const [, minutes = ''] =
      /wait --for=condition=complete job\S+ --timeout=(\d+)m/.exec(read('docs/guides/deploying.md')) ?? []
    for (const { spec } of lasting) {
      const { periodSeconds, failureThreshold } = spec.template.spec.containers[0].startupProbe
      expect(periodSeconds * failureThreshold).toBeGreaterThanOrEqual(2 * 60 * Number(minutes))
    }
  })

  it('give a pod time to drain, and no right that it does not need', () => {
    for (const { spec } of lasting)
      expect(spec.template.spec.terminationGracePeriodSeconds).toBeGreaterThan(DRAIN_SECONDS + 5)
    for (const { spec } of pods) {
      expect(spec.template.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
      })
    }
    for (const container of containers) {
      expect(container.securityContext).toEqual({
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      })
      expect(container.resources.limits.memory).toBeDefined()
    }
  })

  it('lead from SEARCH_URL in the example to its pods', () => {
    const [set] = ofKind('StatefulSet')
    const [, urls = ''] = /^# SEARCH_URL: (\S+)$/m.exec(read(`${folder}/search.example.yaml`)) ?? []
    const { replicas, serviceName, template } = set.spec
    const [{ containerPort }] = template.spec.containers[0].ports
    expect(urls.split(',')).toEqual(
      Array.from({ length: replicas }, (_, i) => `http://${set.metadata.name}-${i}.${serviceName}:${containerPort}`),
    )
    expect(ofKind('Service').find(({ metadata }) => metadata.name === serviceName)?.spec.clusterIP).toBe('None')
  })

  it('let the service out to every server that the scaling guide sets up', () => {
    const ports = { PostgreSQL: 5432, PgBouncer: 6432, Redis: 6379 }
    const egress = ofKind('NetworkPolicy').flatMap(({ spec }) => spec.egress)
    const open = egress.flatMap((rule) => (rule.ports ?? []).map(({ port }: { port: number }) => port))
    expect(Object.entries(ports).filter(([, port]) => !open.includes(port))).toEqual([])
  })

  it('select the pods that there are', () => {
    const labels = lasting.map(({ spec }) => spec.template.metadata.labels)
    const selectors = [
      ...ofKind('Service').map(({ spec }) => spec.selector),
      ...[...lasting, ...ofKind('PodDisruptionBudget')].map(({ spec }) => spec.selector.matchLabels),
      ...ofKind('NetworkPolicy').map(({ spec }) => spec.podSelector.matchLabels),
    ]
    for (const selector of selectors)
      expect(labels.some((own) => Object.entries(selector).every(([key, value]) => own[key] === value))).toBe(true)
  })
})

describe('the alarms for Prometheus', () => {
  type Rule = {
    alert: string
    expr: string
    for?: string
    labels: { severity: string }
    annotations: { summary: string }
  }
  const [alerts] = parseDocuments('deploy/prometheus/alerts.yaml')
  const rules: Rule[] = alerts.groups.flatMap((group: { rules: Rule[] }) => group.rules)
  const parseSeconds = (duration = '0s') => {
    const [, amount, unit] = /^(\d+)([smh])$/.exec(duration) ?? []
    return Number(amount) * ({ s: 1, m: 60, h: 3600 }[unit ?? ''] ?? Number.NaN)
  }
  /** One alone is no matter: they are for what goes on. */
  const LASTING = ['FreeholdTracesLost']

  it('have a name, somebody to go to, and a meaning', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length)
    for (const { alert, labels, annotations } of rules) {
      expect(['page', 'ticket'], alert).toContain(labels.severity)
      expect(annotations.summary, alert).toMatch(/\.$/)
    }
  })

  it('that one event sets off are over only after they were told', () => {
    const single = rules.filter(({ expr }) => /\b(rate|increase)\(.*> 0$/.test(expr))
    expect(single.length).toBeGreaterThan(3)
    for (const rule of single.filter(({ alert }) => !LASTING.includes(alert))) {
      const [, range] = /\[(\w+)\]/.exec(rule.expr) ?? []
      expect(parseSeconds(rule.for), rule.alert).toBeLessThan(parseSeconds(range))
    }
  })

  it('wait by their own patience: over a range a young series is all of it', () => {
    expect(rules.filter(({ expr }) => /_over_time\(/.test(expr))).toEqual([])
  })

  it('are not silenced by one process that knows nothing', () => {
    expect(rules.filter(({ expr }) => /\b(min|avg)\b/.test(expr))).toEqual([])
  })

  it('are listed in the operating guide by the metric they watch', () => {
    const guide = read('docs/guides/operating.md')
    const watched = rules.flatMap(({ expr }) => expr.match(/freehold_\w+/g) ?? [])
    const missing = watched.filter((name) => !guide.includes(name.replace(/_bucket$/, '')))
    expect(missing).toEqual([])
  })
})

it('the service drains for as long as the above believe', () => {
  expect(readConfig({}, tmpdir()).drainSeconds).toBe(DRAIN_SECONDS)
})

it('the settings reference lists every setting', () => {
  const text = read('docs/settings.md')
  expect([...SETTINGS].filter((name) => !text.includes(`\`${name}\``))).toEqual([])
})
