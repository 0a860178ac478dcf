// The list of SQL code, packages/server/sql-code.json: which files there are, in which order they are applied, and their edition.
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createdTriggers } from '../rules/sql-tables.mjs'
import { findUnit } from '../rules/table-owners.mjs'

const computeChecksum = (text) => createHash('sha256').update(text).digest('hex')

/** Names of the .sql files below src/, with slashes. */
export const sqlFiles = (server) =>
  readdirSync(path.join(server, 'src'), { recursive: true })
    .filter((file) => file.endsWith('.sql'))
    .map((file) => file.split(path.sep).join('/'))
    .sort()

/**
 * The list as it has to be: the order is kept, new files come last, and any change raises the edition. Whoever needs a new file
 * earlier moves its line.
 */
export function sqlCodeManifest(server) {
  const listed = JSON.parse(readFileSync(path.join(server, 'sql-code.json'), 'utf8'))
  const found = sqlFiles(server)
  const known = Object.keys(listed.files)
  const order = [...known.filter((name) => found.includes(name)), ...found.filter((name) => !known.includes(name))]
  const files = Object.fromEntries(
    order.map((name) => [name, computeChecksum(readFileSync(path.join(server, 'src', name), 'utf8'))]),
  )
  const same = JSON.stringify(files) === JSON.stringify(listed.files)
  return `${JSON.stringify({ edition: same ? listed.edition : listed.edition + 1, files }, null, 2)}\n`
}

/** Every trigger: what fires it, and the file that makes it. */
export const sqlTriggers = (server) =>
  sqlFiles(server).flatMap((file) =>
    createdTriggers(readFileSync(path.join(server, 'src', file), 'utf8')).map((trigger) => ({ ...trigger, file })),
  )

export function triggerTable(server) {
  const rows = sqlTriggers(server)
    .sort((a, b) => (a.table + a.name < b.table + b.name ? -1 : 1))
    .map(
      ({ name, when, table, file }) =>
        `| \`${table}\` | ${when} | \`${name}\` | \`${findUnit(`packages/server/src/${file}`)}\` | \`${file}\` |`,
    )
  return ['| table | fires | trigger | owner | file |', '|---|---|---|---|---|', ...rows].join('\n')
}
