// One session with a registry: TLS, greeting, login, and one command at a time.
import { connect, type TLSSocket } from 'node:tls'
import { EppProtocolError } from '../errors.ts'
import { readFrame, writeFrame } from '../frames/frame.ts'
import type { Frame, Greeting, Response } from '../frames/types.ts'
import { encodeFrame, FrameReader } from '../framing.ts'
import { DOMAIN, EXTENSIONS, OBJECTS } from '../namespaces.ts'
import { endsSession, isSuccess } from '../results.ts'
import { systemTimers, type Timers } from '../timers.ts'

export type SessionOptions = {
  host: string
  port: number
  /** The name in the registry's certificate; without it, the host. */
  servername?: string
  /** Certificates to trust in place of those that Node trusts. */
  ca?: string
  /** The client certificate and its key, where the registry asks for one. */
  cert?: string
  key?: string
  user: string
  password: string
  /** Names each login, logout and hello: the clTRID. */
  nextTransaction: () => string
  timers?: Timers
  /** From the connection to the end of the login. */
  connectMs?: number
  /** From a command to its response. */
  responseMs?: number
}

/** `lost`: no response came. `wasSent`: the command may have reached the registry. */
export type Exchange = { kind: 'response'; response: Response } | { kind: 'lost'; wasSent: boolean; message: string }
export type Opened =
  | { kind: 'open'; session: EppSession }
  /** The registry refused the login. */
  | { kind: 'refused'; code: number; message: string }
  | { kind: 'failed'; message: string }

const CONNECT_MS = 15_000
const RESPONSE_MS = 60_000
const VERSION = '1.0'

type Waiting = { resolve: (frame: Frame) => void; reject: (error: Error) => void }

export class EppSession {
  readonly #socket: TLSSocket
  readonly #options: SessionOptions
  readonly #timers: Timers
  readonly #reader = new FrameReader()
  #waiting: Waiting | null = null
  /** A frame that came before somebody waited for it: the greeting may. */
  #early: Frame | null = null
  #problem: Error | null = null
  #lastServerTransaction: string | null = null
  #greeting: Greeting | null = null
  /** Called once, when the connection is gone. */
  onClose: () => void = () => undefined

  constructor(socket: TLSSocket, options: SessionOptions) {
    this.#socket = socket
    this.#options = options
    this.#timers = options.timers ?? systemTimers
    socket.on('data', (bytes) => this.#receive(bytes))
    socket.on('error', (error) => this.#fail(error))
    socket.on('end', () => this.#fail(new Error('The registry closed the connection.')))
    socket.on('close', () => {
      this.#fail(new Error('The connection was closed.'))
      this.onClose()
    })
  }

  get isOpen(): boolean {
    return this.#problem === null
  }

  /** What the registry offered, once the session is open. */
  get greeting(): Greeting | null {
    return this.#greeting
  }

  /** Ends the session with the first problem. Later ones follow from it. */
  #fail(problem: Error): void {
    this.#problem ??= problem
    this.#socket.destroy()
    const waiting = this.#waiting
    this.#waiting = null
    waiting?.reject(this.#problem)
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.push(bytes)) this.#deliver(readFrame(frame))
    } catch (error) {
      this.#fail(error as Error)
    }
  }

  #deliver(frame: Frame): void {
    const waiting = this.#waiting
    this.#waiting = null
    if (waiting) waiting.resolve(frame)
    else if (this.#early === null && this.#greeting === null) this.#early = frame
    else throw new EppProtocolError('A frame came that no command asked for.')
  }

  /** The next frame. A time limit or an abort ends the session: a late response would be taken for the next one. */
  async #nextFrame(milliseconds: number, signal?: AbortSignal): Promise<Frame> {
    if (this.#early) {
      const frame = this.#early
      this.#early = null
      return frame
    }
    if (this.#problem) throw this.#problem
    const cancel = this.#timers.after(milliseconds, () =>
      this.#fail(new Error(`The registry did not respond within ${milliseconds} ms.`)),
    )
    const abort = (): void => this.#fail(new Error('The command was canceled.'))
    signal?.addEventListener('abort', abort, { once: true })
    try {
      return await new Promise<Frame>((resolve, reject) => {
        this.#waiting = { resolve, reject }
      })
    } finally {
      cancel()
      signal?.removeEventListener('abort', abort)
    }
  }

  /** Sends a command, written by `writeFrame` with `transaction` as its clTRID, and waits for the response. */
  async send(xml: string, transaction: string, signal?: AbortSignal): Promise<Exchange> {
    const lost = (wasSent: boolean, error: Error): Exchange => ({ kind: 'lost', wasSent, message: error.message })
    if (this.#problem) return lost(false, this.#problem)
    if (signal?.aborted) return lost(false, new Error('The command was canceled.'))
    try {
      this.#socket.write(encodeFrame(xml))
      const frame = await this.#nextFrame(this.#options.responseMs ?? RESPONSE_MS, signal)
      const response = this.#check(frame, transaction)
      if (response.results.some(({ code }) => endsSession(code)))
        this.#fail(new Error('The registry ended the session.'))
      return { kind: 'response', response }
    } catch (error) {
      this.#fail(error as Error)
      return lost(true, error as Error)
    }
  }

  /** A response to another command, or one seen before, says nothing about this command. */
  #check(frame: Frame, transaction: string): Response {
    if (frame.kind !== 'response') throw new EppProtocolError(`The registry sent a ${frame.kind}, not a response.`)
    const { response } = frame
    const isRefused = response.results.every(({ code }) => !isSuccess(code))
    const { clientTransaction, serverTransaction } = response
    // A registry that could not read the command cannot repeat its name.
    if (clientTransaction !== transaction && !(clientTransaction === null && isRefused))
      throw new EppProtocolError('The response is to another command: its clTRID is different.')
    if (serverTransaction === this.#lastServerTransaction)
      throw new EppProtocolError('The response repeats the svTRID of the response before.')
    this.#lastServerTransaction = serverTransaction
    return response
  }

  /** True when the registry responded with a greeting. */
  async hello(): Promise<boolean> {
    if (this.#problem) return false
    try {
      this.#socket.write(encodeFrame(writeFrame({ kind: 'hello' })))
      const frame = await this.#nextFrame(this.#options.responseMs ?? RESPONSE_MS)
      if (frame.kind !== 'greeting') throw new EppProtocolError(`The registry sent a ${frame.kind}, not a greeting.`)
      return true
    } catch (error) {
      this.#fail(error as Error)
      return false
    }
  }

  /** Waits for the greeting and logs in, with the objects and extensions that both sides know. */
  async logIn(): Promise<{ code: number; message: string }> {
    const { connectMs = CONNECT_MS, user, password, nextTransaction } = this.#options
    const frame = await this.#nextFrame(connectMs)
    if (frame.kind !== 'greeting') throw new EppProtocolError(`The registry sent a ${frame.kind}, not a greeting.`)
    const { greeting } = frame
    if (!greeting.versions.includes(VERSION)) throw new EppProtocolError('The registry does not speak EPP 1.0.')
    if (!greeting.objects.includes(DOMAIN)) throw new EppProtocolError('The registry does not offer domains.')
    this.#greeting = greeting
    const transaction = nextTransaction()
    const xml = writeFrame({
      kind: 'command',
      clientTransaction: transaction,
      command: {
        action: 'login',
        user,
        password,
        newPassword: null,
        version: VERSION,
        language: greeting.languages.includes('en') ? 'en' : (greeting.languages[0] ?? 'en'),
        objects: OBJECTS.filter((uri) => greeting.objects.includes(uri)),
        extensions: EXTENSIONS.filter((uri) => greeting.extensions.includes(uri)),
      },
    })
    const exchange = await this.send(xml, transaction)
    if (exchange.kind === 'lost') throw new Error(exchange.message)
    const [result = { code: 2400, message: '' }] = exchange.response.results
    return result
  }

  /** Says goodbye where the connection still allows it. */
  async logOut(): Promise<void> {
    const transaction = this.#options.nextTransaction()
    const xml = writeFrame({ kind: 'command', clientTransaction: transaction, command: { action: 'logout' } })
    await this.send(xml, transaction)
    this.close()
  }

  close(reason = 'The session was closed.'): void {
    this.#fail(new Error(reason))
  }
}

export async function openSession(options: SessionOptions): Promise<Opened> {
  const { host, port, servername = host, ca, cert, key, timers = systemTimers, connectMs = CONNECT_MS } = options
  const socket = connect({
    host,
    port,
    // An IP address has no name to ask for (RFC 6066).
    ...(/^[\d.]+$|:/.test(servername) ? {} : { servername }),
    minVersion: 'TLSv1.2',
    ...(ca === undefined ? {} : { ca }),
    ...(cert === undefined ? {} : { cert }),
    ...(key === undefined ? {} : { key }),
  })
  socket.setNoDelay(true)
  const session = new EppSession(socket, options)
  const cancel = timers.after(connectMs, () => session.close(`The login took longer than ${connectMs} ms.`))
  try {
    const { code, message } = await session.logIn()
    if (isSuccess(code)) return { kind: 'open', session }
    session.close()
    return { kind: 'refused', code, message }
  } catch (error) {
    session.close()
    return { kind: 'failed', message: (error as Error).message }
  } finally {
    cancel()
  }
}
