// What is installed is what was looked at: every version is pinned, every production package has its checksum, and an audit is read right.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Allowed, judgeAudit, listAdvisories, whyNoReport } from './audit-rules.mjs'
import { isForeignBinary } from './foreign-binaries.mjs'
import { productionPackages } from './production-packages.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8'))

type Manifest = { dependencies?: Record<string, string>; devDependencies?: Record<string, string>; version: string }
type Locked = {
  version?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
  integrity?: string
  resolved?: string
}

/** The project, tools with their own lock file, and the workspaces. */
const { workspaces } = read('package.json') as { workspaces: string[] }
const FOLDERS = ['', 'bench', 'e2e/browser', 'e2e/newman', ...workspaces]
const lock = Object.entries((read('package-lock.json') as { packages: Record<string, Locked> }).packages)

describe('dependencies', () => {
  it.each(FOLDERS)('of %s are pinned to one version', (folder) => {
    const { dependencies = {}, devDependencies = {} } = read(path.join(folder, 'package.json')) as Manifest
    const loose = Object.entries({ ...dependencies, ...devDependencies }).filter(
      ([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version),
    )
    expect(loose).toEqual([])
  })

  it('that are shipped have a checksum each', () => {
    const shipped = productionPackages()
    expect(shipped.length).toBeGreaterThan(50)
    expect(
      shipped.filter(({ integrity }) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? '')).map(({ where }) => where),
    ).toEqual([])
  })

  it('without a checksum are builds of tools for other machines', () => {
    const bare = lock.filter(([place, one]) => place.includes('node_modules/') && !one.link && !one.integrity)
    expect(bare.filter(([, { optional }]) => !optional).map(([place]) => place)).toEqual([])
  })

  it('come from the registry that npm is set to, not from addresses of their own', () => {
    const elsewhere = lock.filter(
      ([, { resolved = '', link }]) => !link && resolved !== '' && !resolved.startsWith('https://registry.npmjs.org/'),
    )
    expect(elsewhere.map(([place]) => place)).toEqual([])
  })

  it('that look odd are explained: every override, every prerelease', () => {
    const page = readFileSync(path.join(root, 'docs/dependencies.md'), 'utf8')
    const manifests = FOLDERS.map((folder) => read(path.join(folder, 'package.json')) as Manifest)
    const prereleases = manifests
      .flatMap(({ dependencies = {}, devDependencies = {} }) => Object.entries({ ...dependencies, ...devDependencies }))
      .filter(([, version]) => version.includes('-'))
      .map(([name]) => name)
    const { overrides } = read('package.json') as { overrides: Record<string, string> }
    const odd = [...Object.keys(overrides), ...prereleases]
    expect(odd.length).toBeGreaterThan(5)
    expect(odd.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })

  it('for other platforms are removed after an install', () => {
    const platform = 'node_modules/onnxruntime-node/bin/napi-v6'
    const mine = `${platform}/${process.platform}/${process.arch}`
    expect(
      [platform, mine, `${mine}/library.so`, 'node_modules/other/bin/v1/amiga/x1'].filter(isForeignBinary),
    ).toEqual([])
    expect(isForeignBinary(`${platform}/amiga`)).toBe(true)
    expect(isForeignBinary(`${platform}/${process.platform}/x1/library.so`)).toBe(true)
    const binaries = readdirSync(path.join(root, platform), { recursive: true }) as string[]
    expect(binaries.filter((file) => isForeignBinary(`${platform}/${file}`))).toEqual([])
  })

  it('run no script when they are installed', () => {
    expect(readFileSync(path.join(root, '.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/m)
  })
})

describe('an audit', () => {
  const advisory = {
    source: 1,
    name: 'deep',
    title: 'Trouble',
    url: 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc',
    severity: 'high',
  }
  const report = {
    vulnerabilities: {
      deep: { name: 'deep', via: [advisory] },
      above: { name: 'above', via: ['deep'] },
    },
  }
  const explanation: Allowed = {
    advisory: 'GHSA-aaaa-bbbb-cccc',
    package: 'deep',
    reason: 'We never call it with what others send.',
    until: '2027-01-31',
  }

  it('names each advisory once, with the package that it is about', () => {
    expect(listAdvisories(report)).toEqual([
      { id: 'GHSA-aaaa-bbbb-cccc', severity: 'high', title: 'Trouble', packages: ['deep'] },
    ])
  })

  it('fails on what nobody explained, and on an explanation whose time is over or that is about another package', () => {
    const unexplained = (allowed: Allowed[]) => judgeAudit(report, allowed, '2027-01-31').unexplained.length
    expect(unexplained([explanation])).toBe(0)
    expect(unexplained([])).toBe(1)
    expect(unexplained([{ ...explanation, until: '2027-01-30' }])).toBe(1)
    expect(unexplained([{ ...explanation, package: 'above' }])).toBe(1)
  })

  it('tells which explanation is no longer needed', () => {
    expect(judgeAudit({ vulnerabilities: {} }, [explanation], '2027-01-01').needless).toEqual([explanation])
  })

  it('that could not be made is not one without findings', () => {
    expect(whyNoReport('')).toBe('npm gave no report')
    expect(whyNoReport('{"error":{"summary":"no network"}}')).toBe('no network')
    expect(whyNoReport('{"message":"404 Not Found","error":{"summary":"","detail":""}}')).toBe('404 Not Found')
    expect(whyNoReport('{}')).toBe('npm gave a report of another shape')
    expect(whyNoReport(JSON.stringify(report))).toBe(null)
  })

  it('is explained with a reason and a day, wherever it is explained', () => {
    for (const one of read('scripts/packages/audit-allowed.json') as Allowed[]) {
      expect(one.reason.length).toBeGreaterThan(20)
      expect(one.until).toMatch(/^\d{4}-\d{2}-\d{2}$/)
      expect(one.advisory).toMatch(/^GHSA(-[\w]{4}){3}$/)
    }
  })
})
