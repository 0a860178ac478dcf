// Finds lists of statuses in SQL that repeat the list of a function, such as `status in ('REFUNDED', 'CANCELLED')` beside is_reversed().

const DEFINITION =
  /create or replace function (\w+)\(\w+ \w+\) returns boolean[\w\s]*\$\$\s*select \w+ in \(([^()]*)\)\s*\$\$/g
const LIST = /\bin\s*\(([\s\w',]*)\)/gi

/** The same for every order of the values; null where the list has anything but several texts. */
function readValues(list) {
  const values = list.split(',').map((value) => value.trim())
  return values.length > 1 && values.every((value) => /^'\w+'$/.test(value)) ? values.sort().join() : null
}

/** `statements`: every statement and `.sql` file with its text, and where it is. */
export function findRuleCopies(statements) {
  const known = new Map(
    statements.flatMap(({ file, text }) =>
      [...text.matchAll(DEFINITION)].map(([, name, list]) => [readValues(list), { name, file }]),
    ),
  )
  return statements.flatMap(({ file, line, text }) =>
    [...text.matchAll(LIST)].flatMap(({ 1: list, index }) => {
      const rule = known.get(readValues(list))
      if (!rule || rule.file === file) return []
      return [
        {
          rule: 'rule-copy',
          file,
          line: line + text.slice(0, index).split('\n').length - 1,
          name: rule.name,
          message: `repeats the list of ${rule.name}(); call it`,
        },
      ]
    }),
  )
}
