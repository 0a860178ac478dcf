// What processes use, as Linux counts it: CPU time of a process with its threads, and of a server with its children.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux counts in hundredths of a second. */
const TICK_MICROS = 10_000

function readStat(pid) {
  try {
    // The name of a process may contain spaces and brackets; the fields follow its last one.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return { parent: fields[1], own: fields[11] + fields[12], ended: fields[13] + fields[14] }
  } catch {
    return null
  }
}

export const processMicros = (pid) => (readStat(pid)?.own ?? 0) * TICK_MICROS

/** A server with all its children, those that ended included. */
export function familyMicros(pid) {
  const root = readStat(pid)
  if (!root) return 0
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readStat(name))
    .filter((stat) => stat?.parent === pid)
  return (root.own + root.ended + children.reduce((sum, { own }) => sum + own, 0)) * TICK_MICROS
}

export const residentBytes = (pid) =>
  Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * 1024
