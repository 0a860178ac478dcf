// `node scripts/api/api-compatibility.mjs`: the OpenAPI documents against those of the last release. A change that breaks clients fails, unless
// accepted-api-changes.json names it with a reason. At a release the document is kept: `--release` replaces the one that is compared with.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { root } from '../install.mjs'
import { breakingChanges } from './api-changes.mjs'
import { readWholeDocument } from './openapi-documents.mjs'

const RELEASED = path.join(root, 'scripts/api/released-openapi.json.gz')
const ACCEPTED = path.join(root, 'scripts/api/accepted-api-changes.json')

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
const current = readWholeDocument(root)

if (process.argv.includes('--release')) {
  writeFileSync(RELEASED, gzipSync(JSON.stringify(current), { level: 9 }))
  writeFileSync(ACCEPTED, '[]\n')
} else {
  const released = JSON.parse(gunzipSync(readFileSync(RELEASED)).toString('utf8'))
  const accepted = readJson(ACCEPTED)
  const found = breakingChanges(released, current)
  const unexplained = found.filter((line) => !accepted.some(({ change }) => change === line))
  const needless = accepted.filter(({ change }) => !found.includes(change))
  for (const line of unexplained) console.error(`breaks clients of ${released.info.version}: ${line}`)
  for (const { change } of needless)
    console.error(`accepted-api-changes.json names a change that is not there: ${change}`)
  if (unexplained.length + needless.length > 0) process.exitCode = 1
}
