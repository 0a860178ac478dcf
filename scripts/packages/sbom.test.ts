// The list of what production uses is complete, tells nothing of the machine that made it, and holds licences that we may ship.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { type Component, createSbom } from './sbom.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const sbom = createSbom()
const text = JSON.stringify(sbom)
const byName = new Map(sbom.components.map((component) => [component.name, component]))

/**
 * Licences that ask for no more than their notice, which stays in each package. MPL-2.0 also asks for the source of its own files,
 * which we ship unchanged and which its package links to.
 */
const ALLOWED = new Set(
  'Apache-2.0 MIT MIT-0 BSD-2-Clause BSD-3-Clause ISC 0BSD Unlicense CC0-1.0 BlueOak-1.0.0 OFL-1.1 MPL-2.0 Zlib Python-2.0'.split(
    ' ',
  ),
)

/** SPDX expressions as far as packages use them: a choice of several, or several at once. */
const mayShip = (expression: string): boolean =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((id) => ALLOWED.has(id.trim())))

const formatLicense = ({ licenses: [licence] = [] }: Component): string =>
  !licence ? 'none' : 'expression' in licence ? licence.expression : licence.license.id

describe('the list of packages', () => {
  it('is printed by its command as JSON, the same each time', () => {
    const printed = execFileSync(process.execPath, ['scripts/packages/sbom.mjs'], { cwd: root, encoding: 'utf8' })
    expect(JSON.parse(printed)).toEqual(sbom)
  })

  it('has the form of CycloneDX 1.5', () => {
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1 })
    expect(sbom.serialNumber).toMatch(
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    )
    const { version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(sbom.metadata.component).toMatchObject({ name: 'freehold', version })
    const refs = sbom.components.map((component) => component['bom-ref'])
    expect(new Set(refs).size).toBe(refs.length)
    for (const { ref, dependsOn } of sbom.dependencies)
      expect([ref, dependsOn.filter((other) => !refs.includes(other))]).toEqual([ref, []])
  })

  it('names every dependency of production, and what those use', () => {
    for (const name of ['server', 'epp', 'search', 'sdk', 'web']) {
      const manifest = JSON.parse(readFileSync(path.join(root, 'packages', name, 'package.json'), 'utf8'))
      for (const [dependency, version] of Object.entries(manifest.dependencies ?? {}))
        expect([dependency, byName.get(dependency)?.version]).toEqual([dependency, version])
    }
    const reached = new Set(sbom.dependencies.flatMap(({ dependsOn }) => dependsOn))
    expect(sbom.components.filter((component) => !reached.has(component['bom-ref']))).toEqual([])
    for (const name of ['pg-protocol', 'find-my-way', 'onnxruntime-common']) expect(byName.has(name), name).toBe(true)
  })

  it('leaves out the tools of development', () => {
    const { devDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
    expect(Object.keys(devDependencies).filter((name) => byName.has(name))).toEqual([])
  })

  it('has a hash of everything that was fetched', () => {
    const fetched = sbom.components.filter(({ name }) => !name.startsWith('@freehold/'))
    for (const { name, hashes } of fetched)
      expect([name, hashes?.[0]?.content]).toEqual([name, expect.stringMatching(/^[0-9a-f]{128}$/)])
  })

  it('tells neither folders nor hosts of this machine', () => {
    expect(text).not.toContain(root)
    expect(text.match(/https?:\/\/[^"/]+/g)).toEqual(['http://cyclonedx.org'])
  })

  it('holds licences that we may ship, as the packages themselves state them', () => {
    expect(
      sbom.components.filter((one) => !mayShip(formatLicense(one))).map((one) => `${one.name}: ${formatLicense(one)}`),
    ).toEqual([])
    for (const component of sbom.components) {
      const manifest = path.join(root, component['bom-ref'], 'package.json')
      // Builds for other platforms are listed, and not installed.
      if (!existsSync(manifest)) continue
      const { license } = JSON.parse(readFileSync(manifest, 'utf8'))
      if (license === undefined) {
        const file = readFileSync(path.join(root, component['bom-ref'], 'LICENSE'), 'utf8')
        expect([component.name, file.split(' License')[0]]).toEqual([component.name, formatLicense(component)])
        continue
      }
      expect([component.name, formatLicense(component)]).toEqual([component.name, license.replace(/^\((.*)\)$/, '$1')])
    }
  })

  it('judges licences', () => {
    for (const good of ['MIT', 'MIT OR GPL-3.0', '(MIT AND ISC)', 'Apache-2.0'])
      expect([good, mayShip(good)]).toEqual([good, true])
    for (const bad of ['GPL-3.0', 'MIT AND GPL-3.0', 'none', 'SEE LICENSE IN x', 'BUSL-1.1'])
      expect([bad, mayShip(bad)]).toEqual([bad, false])
  })
})

it('every package of ours is in the list, but the command line, which no service runs', () => {
  const ours = readdirSync(path.join(root, 'packages')).filter((name) => name !== 'cli')
  for (const name of ours) expect(byName.has(`@freehold/${name}`), name).toBe(true)
})
