// A bare loop: writes prepared frames over some connections, and waits for each response. Of that it reads only the result.
import { openBare, toBytes } from '../epp/bare.mjs'

const isDone = (frame) => /code="1\d{3}"/.test(frame.toString('latin1', 0, 400))

/** `sequences` are the commands of one domain each, which follow one another. Milliseconds for all of them. */
export async function repeatCommands(registry, sessions, sequences) {
  const waiting = sequences.map((commands) =>
    commands.map(({ command, clientTransaction }) => toBytes(command, clientTransaction)),
  )
  const connections = await Promise.all(Array.from({ length: sessions }, () => openBare(registry)))
  const started = performance.now()
  await Promise.all(
    connections.map(async ({ exchange }) => {
      for (let frames = waiting.pop(); frames; frames = waiting.pop())
        for (const frame of frames) {
          const response = await exchange(frame)
          if (!isDone(response)) throw new Error(`the registry refused a frame: ${response.toString('utf8')}`)
        }
    }),
  )
  const milliseconds = performance.now() - started
  for (const { close } of connections) close()
  return milliseconds
}
