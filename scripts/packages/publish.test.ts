// Checks that every package that is not private can be published: a dry run of npm publish, offline, with a clean manifest.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
type Manifest = {
  name: string
  version: string
  private?: boolean
  license: string
  description: string
  engines: { node: string }
  repository: { type: string; directory: string }
  publishConfig: { access: string; provenance: boolean }
  bin?: Record<string, string>
  exports: Record<string, unknown>
  dependencies?: Record<string, string>
}
const read = (file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Manifest
const { workspaces } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { workspaces: string[] }
const published = workspaces
  .map((folder) => ({ folder, manifest: read(path.join(folder, 'package.json')) }))
  .filter(({ manifest }) => !manifest.private)

/** Every file that the manifest names: the targets of `exports`, without those for the repository itself, and of `bin`. */
function listTargets(value: unknown): string[] {
  if (typeof value === 'string') return [value.replace(/^\.\//, '')]
  return Object.entries(value as object).flatMap(([key, one]) => (key === 'freehold-source' ? [] : listTargets(one)))
}

it('publishes the SDK and the CLI', () => {
  expect(published.map(({ manifest }) => manifest.name)).toEqual(['@freehold/sdk', '@freehold/cli'])
})

describe.each(published.map(({ folder, manifest }) => [manifest.name, folder, manifest] as const))(
  '%s',
  (name, folder, manifest) => {
    // npm reports an offline dry run as not logged in; any other warning is a defect of the manifest.
    const dryRun = () => {
      const args = ['publish', '--dry-run', '--offline', '--json', '--ignore-scripts', '--loglevel=warn']
      const { status, stdout, stderr } = spawnSync('npm', args, { cwd: path.join(root, folder), encoding: 'utf8' })
      const warnings = stderr
        .split('\n')
        .filter((line) => /^npm warn publish/.test(line) && !line.includes('logged in'))
      return { status, warnings, report: JSON.parse(stdout) as Record<string, { files: { path: string }[] }> }
    }

    it('passes npm publish --dry-run with all its files and no others', () => {
      const { status, warnings, report } = dryRun()
      expect([status, warnings]).toEqual([0, []])
      const files = report[name]?.files.map((file) => file.path) ?? []
      for (const file of [
        'README.md',
        'LICENSE',
        'package.json',
        ...listTargets(manifest.exports),
        ...listTargets(manifest.bin ?? {}),
      ])
        expect(files, file).toContain(file)
      expect(files.filter((file) => /\.map$|\.test\.|\.built|^src\/|^test\//.test(file))).toEqual([])
    })

    it('has a complete manifest, ready for provenance', () => {
      expect(manifest.description.length).toBeGreaterThan(30)
      expect(manifest.license).toBe('Apache-2.0')
      expect(manifest.engines.node).toBe('>=20.19')
      expect(manifest.repository).toMatchObject({ type: 'git', directory: folder })
      expect(manifest.publishConfig).toEqual({ access: 'public', provenance: true })
      expect(readFileSync(path.join(root, folder, 'LICENSE'), 'utf8')).toBe(
        readFileSync(path.join(root, 'LICENSE'), 'utf8'),
      )
      expect(existsSync(path.join(root, folder, 'README.md'))).toBe(true)
    })

    it('depends on published packages only', () => {
      const versions = new Map(published.map((one) => [one.manifest.name, one.manifest.version]))
      for (const [dependency, version] of Object.entries(manifest.dependencies ?? {}))
        if (dependency.startsWith('@freehold/')) expect(versions.get(dependency), dependency).toBe(version)
    })
  },
)
