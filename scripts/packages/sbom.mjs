// `npm run sbom`: a list of everything of others that production uses, as CycloneDX 1.5, on standard output or into a file. It is
// made from the lock file alone, so it is the same on every machine and needs no network.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../install.mjs'
import { ownPackages, productionPackages } from './production-packages.mjs'

/** https://github.com/package-url/purl-spec: the scope's @ is escaped. */
const toPurl = (name, version) => `pkg:npm/${name.replace(/^@/, '%40')}@${version}`

/** What npm checked when it installed: `sha512-` and base64. */
function toHash(integrity) {
  const [algorithm, digest] = integrity.split('-')
  return { alg: algorithm.replace(/^sha/, 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** Packages that state their licence in a file and not in their manifest. */
export const LICENSE_IN_FILE = { 'png-js': 'MIT' }

const toLicense = (license) =>
  /[ ()]/.test(license) ? { expression: license.replace(/^\((.*)\)$/, '$1') } : { license: { id: license } }

const toLicenses = (license) => (license ? { licenses: [toLicense(license)] } : {})

const toComponent = ({ where, name, version, license, integrity, optional }) => ({
  type: 'library',
  'bom-ref': where,
  name,
  version,
  scope: optional ? 'optional' : 'required',
  ...(integrity ? { hashes: [toHash(integrity)] } : {}),
  ...toLicenses(license ?? LICENSE_IN_FILE[name]),
  purl: toPurl(name, version),
})

/** A name for exactly this list: RFC 9562 leaves version 8 to whoever makes it. */
function makeSerial(text) {
  const hex = createHash('sha256').update(text).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

export function createSbom() {
  const { name, version, description, license } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const own = ownPackages()
  const used = productionPackages()
  const listed = new Set([...own, ...used].map(({ where }) => where))
  const components = [...own.map((one) => ({ ...one, optional: false })), ...used].map(toComponent)
  const dependencies = [
    { ref: name, dependsOn: own.map(({ where }) => where) },
    ...[...own, ...used].map(({ where, uses }) => ({
      ref: where,
      dependsOn: [...new Set(uses)].filter((other) => listed.has(other)).sort(),
    })),
  ]
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    serialNumber: makeSerial(JSON.stringify([version, components, dependencies])),
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': name,
        name,
        version,
        description,
        licenses: [toLicense(license)],
        purl: toPurl(name, version),
      },
    },
    components,
    dependencies,
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const text = `${JSON.stringify(createSbom(), null, 2)}\n`
  const [file] = process.argv.slice(2)
  if (file) writeFileSync(file, text)
  else process.stdout.write(text)
}
