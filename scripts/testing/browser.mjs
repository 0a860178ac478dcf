// Finds a Chromium for the browser tests, or gets one: `node scripts/testing/browser.mjs` prints where it is.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../install.mjs'

const KNOWN = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]

const installed = () => KNOWN.find((file) => existsSync(file))
const quietly = (command, args, options = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], ...options }).status === 0

/** A package of its own, with its own lock file: whoever only starts the service need not download a browser. */
const bundle = path.join(root, 'e2e', 'browser')

async function fromRegistry() {
  const npm = process.env.npm_execpath
  const [command, ...first] = npm ? [process.execPath, npm] : ['npm']
  if (!existsSync(path.join(bundle, 'node_modules'))) {
    console.log('Installing a Chromium for the browser tests …')
    if (!quietly(command, [...first, 'ci', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: bundle })) return null
  }
  const require = createRequire(path.join(bundle, 'package.json'))
  const manifest = path.join(bundle, 'node_modules', '@sparticuz', 'chromium', 'package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  // It unpacks into the temporary folder and takes whatever version lies there, so each version gets a folder of its own.
  const { TMPDIR } = process.env
  process.env.TMPDIR = path.join(bundle, 'node_modules', '.cache', `chromium-${version}`)
  mkdirSync(process.env.TMPDIR, { recursive: true })
  try {
    const module = pathToFileURL(require.resolve('@sparticuz/chromium')).href
    const executable = await (await import(module)).default.executablePath()
    if (hasLibraries(executable)) return executable
    // It brings libraries along only where it believes to be on Lambda. They crash beside a newer C library, so the system's come first.
    process.env.AWS_EXECUTION_ENV ??= 'AWS_Lambda_nodejs22.x'
    return await (await import(`${module}?libraries`)).default.executablePath()
  } finally {
    // Later tests of the same worker make their folders where everybody does.
    if (TMPDIR === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = TMPDIR
  }
}

function hasLibraries(executable) {
  const { status, stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' })
  return status === 0 && !stdout.includes('not found')
}

/** Where the registry has no build for the machine, Debian's packages have one; installing them takes root. */
function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return null
  console.log('Installing Chromium from the packages of this system …')
  const options = { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  quietly('apt-get', ['update', '-qq'], options)
  quietly('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], options)
  return installed() ?? null
}

const hasBuild = process.platform === 'linux' && process.arch === 'x64'

/** The path of a browser. There is no going on without one: a test that does not run proves nothing. */
export async function ensureBrowser() {
  const found = process.env.FREEHOLD_BROWSER ?? installed() ?? (hasBuild ? await fromRegistry() : fromDebian())
  if (found && existsSync(found)) return found
  throw new Error('no Chromium was found for the browser tests; install one, or set FREEHOLD_BROWSER to its path')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) console.log(await ensureBrowser())
