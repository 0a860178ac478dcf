// Builds the image with buildah and runs it with podman, without a registry: the base is made of this machine's Node, shell and libraries,
// and the packages are those in node_modules. Everything is kept in one folder.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { findProgram } from '../packages/server/test/programs.ts'
import { project } from './process.ts'

export const findBuildah = () => findProgram('buildah')
export const findPodman = () => findProgram('podman')

/** What the commands of the Dockerfile call. */
const PROGRAMS = ['node', 'sh', 'rm', 'install']
const FOLDERS = [
  'usr/bin',
  'usr/local/bin',
  'usr/local/lib',
  'etc',
  'tmp',
  'var/tmp',
  'proc',
  'sys',
  'dev',
  'run',
  'root',
]

function* listBindings(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const file = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* listBindings(file)
    else if (/\.node$|\.so(\.\d+)*$/.test(entry.name)) yield file
  }
}

/** Empty for a program of another platform. */
function listLibraries(file: string): string[] {
  const { stdout } = spawnSync('ldd', [file], { encoding: 'utf8' })
  return [...(stdout ?? '').matchAll(/(?:=> |^\s*)(\/\S+) \(0x/gm)].map(([, library = '']) => library)
}

/** Like the official image: Node, a user `node` with the number 1000, and little else. */
function makeRoot(root: string): void {
  for (const folder of FOLDERS) mkdirSync(path.join(root, folder), { recursive: true })
  const programs = PROGRAMS.map((name) => [name, name === 'node' ? process.execPath : findProgram(name)] as const)
  const files: string[] = []
  for (const [name, file] of programs) {
    if (!file) throw new Error(`the image needs ${name}`)
    files.push(file)
    cpSync(realpathSync(file), path.join(root, 'usr/bin', name))
  }
  symlinkSync('usr/bin', path.join(root, 'bin'))
  for (const library of new Set(
    [...files, ...listBindings(path.join(project, 'node_modules'))].flatMap(listLibraries),
  )) {
    if (library.startsWith(project)) continue
    mkdirSync(path.join(root, path.dirname(library)), { recursive: true })
    cpSync(realpathSync(library), path.join(root, library))
  }
  writeFileSync(path.join(root, 'etc/passwd'), 'root:x:0:0:root:/root:/bin/sh\nnode:x:1000:1000::/tmp:/bin/sh\n')
  writeFileSync(path.join(root, 'etc/group'), 'root:x:0:\nnode:x:1000:\n')
}

export type Ran = { status: number | null; output: string }

export function openContainers(folder: string) {
  const kept = [
    '--root',
    path.join(folder, 'storage'),
    '--runroot',
    path.join(folder, 'run'),
    '--storage-driver',
    'vfs',
  ]
  /** crun refuses a machine with both versions of cgroups. In a mount namespace of its own, podman sees only the first. */
  const alone = existsSync('/sys/fs/cgroup/unified')
    ? ['unshare', '-m', 'sh', '-c', 'umount /sys/fs/cgroup/unified && exec "$@"', 'sh']
    : []

  function run(command: readonly string[], seconds = 600): Ran {
    const [file = '', ...args] = command
    const { status, stdout, stderr, error } = spawnSync(file, args, {
      cwd: project,
      encoding: 'utf8',
      timeout: seconds * 1000,
      maxBuffer: 64 * 1024 * 1024,
    })
    return { status, output: `${stdout}${stderr}${error?.message ?? ''}` }
  }
  const buildah = (...args: string[]) => run([findBuildah() as string, ...kept, ...args])
  const podman = (...args: string[]) =>
    run([...alone, findPodman() as string, ...kept, '--cgroup-manager', 'cgroupfs', ...args])

  return {
    podman,
    buildah,
    /** By the Dockerfile of the project, for Docker's format: that of OCI knows no health check. */
    build(tag: string): Ran {
      const base = path.join(folder, 'base')
      makeRoot(path.join(base, 'root'))
      writeFileSync(path.join(base, 'Dockerfile'), 'FROM scratch\nCOPY root/ /\nENV PATH=/usr/local/bin:/usr/bin\n')
      const isolation = ['--isolation', 'chroot']
      const made = buildah('bud', ...isolation, '-t', 'localhost/base:1', base)
      rmSync(base, { recursive: true })
      if (made.status !== 0) return made
      const modules = `${path.join(project, 'node_modules')}:/build/node_modules`
      const source = ['--pull-never', '--build-arg', 'NODE_IMAGE=localhost/base:1', '--volume', modules]
      return buildah('bud', '--format', 'docker', ...isolation, ...source, '-t', tag, project)
    },
    /** With the options of the guide, on the network of this machine. */
    start(name: string, tag: string, data: string, env: Record<string, string>): Ran {
      const guide = ['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges']
      const limits = ['--cgroups', 'disabled', '--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096']
      const variables = Object.entries(env).flatMap(([key, value]) => ['-e', `${key}=${value}`])
      return podman(
        ...[
          'run',
          '-d',
          '--name',
          name,
          '--network',
          'host',
          '-v',
          `${data}:/data`,
          ...guide,
          ...limits,
          ...variables,
          tag,
        ],
      )
    },
    remove(): void {
      if (findPodman()) podman('rm', '-f', '-a', '-t', '0')
      execFileSync('rm', ['-rf', folder])
    },
  }
}
