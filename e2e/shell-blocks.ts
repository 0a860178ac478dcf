// The shell blocks of the documentation, and the shells that run them.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { project } from './process.ts'

/** Why a block marked `sh needs=…` does not run with the rest of its document. The blocks are still parsed by each shell. */
export const NEEDS: Readonly<Record<string, string>> = {
  'own-terminal': 'it does not return; other tests start the service and the examples',
  'first-hour.js': 'the file is on the same page; first-hour.test.ts runs it',
  'access-token': 'it needs the consent of a person; the OAuth guide shows how to get the token',
  'stopped-service': 'the service must be stopped; backup-embedded.test.ts runs it',
  'postgresql-dump': 'it needs PostgreSQL; backup.test.ts runs it',
  'postgresql-restore': 'it needs PostgreSQL; backup.test.ts runs it',
  'postgresql-stopped': 'it needs a stopped PostgreSQL; backup.test.ts runs it',
  'open-dispute': 'it needs a dispute that waits for a response; disputes.api.test.ts sends the request',
  production: 'it needs a production database; start.test.ts runs the command',
  'an-hour': 'it runs too long; npm run prove runs it',
  docker: 'it needs a container engine',
  kubectl: 'it needs a Kubernetes cluster',
  systemd: 'it needs root on a machine that systemd manages; deploy-schemas.test.ts checks the units',
  claude: 'it needs Claude Code',
  codex: 'it needs Codex',
  gemini: 'it needs Gemini CLI',
}

/** The two commands of the README that readme.test.ts runs. */
const RUN_BY_README_TEST = new Set(['npm start', 'npm test'])

export type ShellBlock = { needs: string | null; script: string }

export const DOCUMENTS: readonly string[] = [
  'README.md',
  ...readdirSync(path.join(project, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join('docs', name))
    .sort(),
]

/** Blocks in a list are indented; a reader does not paste the indentation. */
export function parseBlocks(markdown: string): ShellBlock[] {
  return [...markdown.matchAll(/^( *)```(?:sh|bash)(?: needs=(\S+))?\n([\s\S]*?)^\1```$/gm)].map(
    ([, indent = '', needs, script = '']) => ({
      needs: needs ?? null,
      script: script.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

export const readBlocks = (document: string): ShellBlock[] =>
  parseBlocks(readFileSync(path.join(project, document), 'utf8'))

/** The whole document as one script, in the order of the page; null when nothing in it is to be run. */
export function readScript(document: string): string | null {
  const scripts = readBlocks(document)
    .filter(({ needs, script }) => needs === null && !RUN_BY_README_TEST.has(script.trim()))
    .map(({ script }) => script)
  return scripts.length === 0 ? null : scripts.join('\n')
}

export type Shell = { name: string; run: readonly string[]; parse: readonly string[] }

const SHELLS: readonly Shell[] = [
  { name: 'bash', run: ['bash', '--norc', '-euo', 'pipefail', '-c'], parse: ['bash', '--norc', '-nc'] },
  { name: 'zsh', run: ['zsh', '-f', '-euo', 'pipefail', '-c'], parse: ['zsh', '-fnc'] },
]

const isInstalled = ({ name }: Shell): boolean => spawnSync(name, ['-c', 'exit']).status === 0

export const INSTALLED_SHELLS = SHELLS.filter(isInstalled)
export const MISSING_SHELLS = SHELLS.filter((shell) => !INSTALLED_SHELLS.includes(shell)).map(({ name }) => name)
