// Asks questions at the terminal. Secrets are not echoed.
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { UsageError } from './usage.ts'

export type Prompt = {
  ask(question: string, options?: { hidden?: boolean }): Promise<string>
}

export function createPrompt(input: NodeJS.ReadableStream, write: (text: string) => void): Prompt {
  return {
    async ask(question, { hidden = false } = {}) {
      const echo = new Writable({
        write: (chunk: Buffer, _, done) => {
          if (!hidden) write(String(chunk))
          done()
        },
      })
      const lines = createInterface({ input, output: echo, terminal: true })
      const cancel = new AbortController()
      // Ctrl-C and Ctrl-D.
      lines.once('SIGINT', () => cancel.abort())
      lines.once('close', () => cancel.abort())
      if (hidden) write(question)
      try {
        return (await lines.question(hidden ? '' : question, { signal: cancel.signal })).trim()
      } catch {
        throw new UsageError('Canceled.')
      } finally {
        lines.close()
        if (hidden) write('\n')
      }
    },
  }
}
