// Runs commands of the service one after the other in this process, and reports what each would have printed and its exit code. A
// start loads the service in two seconds of processor time, and a refused one needs only what comes after that.
import { main } from '../packages/server/dist/bundle/index.js'

class Exit extends Error {
  constructor(code) {
    super(`exit ${code}`)
    this.code = code
  }
}

const surroundings = { ...process.env }
const exit = process.exit.bind(process)
process.exit = (code = 0) => {
  throw new Exit(code)
}

function capture(stream, written) {
  const { write } = stream
  stream.write = (text) => {
    written.push(String(text))
    return true
  }
  return () => {
    stream.write = write
  }
}

async function runCommand({ args, env }) {
  for (const name of Object.keys(process.env)) delete process.env[name]
  for (const [name, value] of Object.entries({ ...surroundings, ...env })) if (value !== null) process.env[name] = value
  const [stdout, stderr] = [[], []]
  const restore = [capture(process.stdout, stdout), capture(process.stderr, stderr)]
  // A command that goes on has no exit code.
  let code = null
  try {
    await main(args)
  } catch (error) {
    if (!(error instanceof Exit)) throw error
    code = error.code
  } finally {
    for (const one of restore) one()
  }
  process.send({ code, stdout: stdout.join(''), stderr: stderr.join('') })
}

process.on('message', (command) => void runCommand(command))
process.on('disconnect', () => exit(0))
