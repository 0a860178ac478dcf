// `npm run audit`: the registry's advisories against what the service ships. It needs the network, so it is no part of `npm test`.
// An advisory that does not touch us stands with its reason in audit-allowed.json: advisory, package, reason, until.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { root } from '../install.mjs'
import { judgeAudit, whyNoReport } from './audit-rules.mjs'

const FOUND = 1
const NOT_KNOWN = 2

const allowed = JSON.parse(readFileSync(new URL('./audit-allowed.json', import.meta.url), 'utf8'))
const done = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd: root, encoding: 'utf8', maxBuffer: 64 << 20 })
const text = done.stdout ?? ''
const reason = whyNoReport(text)
if (reason !== null) {
  console.error(
    `The audit could not be made: ${reason}.\nNothing is known about the dependencies; try again where the registry answers.`,
  )
  process.exit(NOT_KNOWN)
}
const { explained, unexplained, needless } = judgeAudit(
  JSON.parse(text),
  allowed,
  new Date().toISOString().slice(0, 10),
)
const line = ({ id, severity, title, packages }) => `  ${id} (${severity}) in ${packages.join(', ')}: ${title}`
if (explained.length > 0) console.log(`explained:\n${explained.map(line).join('\n')}`)
for (const { advisory } of needless) console.log(`audit-allowed.json explains ${advisory}, which no longer concerns us`)
if (unexplained.length > 0) {
  console.error(`unexplained:\n${unexplained.map(line).join('\n')}`)
  process.exitCode = FOUND
} else console.log('no unexplained advisory')
