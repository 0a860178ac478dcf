// Finds a program of this machine that tests run and do not install, such as a pooler. Daemons are not on everyone's path.
import { existsSync } from 'node:fs'
import path from 'node:path'

export const findProgram = (...names: readonly string[]): string | undefined =>
  names
    .flatMap((name) =>
      [...(process.env.PATH ?? '').split(path.delimiter), '/usr/sbin', '/usr/local/sbin', '/usr/local/bin'].map(
        (folder) => path.join(folder, name),
      ),
    )
    .find((file) => existsSync(file))
