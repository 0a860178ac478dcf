// One connection to the registry simulator: greeting, login, commands one after another, and the faults asked for.
import type { TLSSocket } from 'node:tls'
import { EppProtocolError } from '../errors.ts'
import { readFrame, writeFrame } from '../frames/frame.ts'
import type { Command, Greeting, LoginCommand, Response } from '../frames/types.ts'
import { encodeFrame, FrameReader } from '../framing.ts'
import { CONTACT, DOMAIN, HOST, RGP, SEC_DNS } from '../namespaces.ts'
import { endsSession, RESULT_TEXTS, type ResultCode } from '../results.ts'
import type { Timers } from '../timers.ts'
import { type FaultContext, type FaultName, type FaultSource, pickFault } from './faults.ts'
import { isTransform, type Registry, type RegistryAnswer, toResponse } from './registry.ts'

export type CommandRecord = {
  at: string
  client: string | null
  /** `domain:renew`, `domain:transfer:request`, `login`, … */
  action: string
  object: string | null
  clientTransaction: string | null
  serverTransaction: string
  code: number
  /** The command changed something. */
  isApplied: boolean
  fault: FaultName | null
}

export type SessionHost = {
  registry: Registry
  now: () => Date
  timers: Timers
  slowMs: number
  faults: readonly FaultSource[]
  /** The password of a client; undefined when there is no such client. */
  findPassword(client: string): string | undefined
  changePassword(client: string, password: string): void
  /** Counts the session; false when the client has as many as it may have. */
  enter(client: string): boolean
  leave(client: string): void
  record(entry: CommandRecord): void
}

const LOGIN_TRIES_MAX = 3
const LANGUAGES = ['en']

const nameAction = (command: Command): string => {
  const action =
    command.action === 'transfer' || command.action === 'poll' ? `${command.action}:${command.op}` : command.action
  return 'object' in command ? `${command.object}:${action}` : action
}

function nameObject(command: Command): string | null {
  if ('name' in command) return command.name
  if ('names' in command) return command.names.join(' ')
  if ('contact' in command) return command.contact.id
  if ('messageId' in command) return command.messageId
  return null
}

export class SimulatorSession {
  readonly #socket: TLSSocket
  readonly #host: SessionHost
  readonly #reader = new FrameReader()
  #client: string | null = null
  #login: LoginCommand | null = null
  #loginTries = 0
  #previousTransaction = 'SIM-00000000'
  #work: Promise<void> = Promise.resolve()

  constructor(socket: TLSSocket, host: SessionHost) {
    this.#socket = socket
    this.#host = host
    socket.on('error', () => socket.destroy())
    socket.on('close', () => this.#leave())
    socket.on('data', (bytes) => this.#receive(bytes))
    this.#work = this.#greet()
  }

  #leave(): void {
    if (this.#client !== null) this.#host.leave(this.#client)
    this.#client = null
  }

  #pause(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      this.#host.timers.after(milliseconds, resolve)
    })
  }

  #pickFault(context: FaultContext): FaultName | null {
    return pickFault(this.#host.faults, context)
  }

  async #greet(): Promise<void> {
    if (this.#pickFault({ at: 'greeting' }) === 'slow-greeting') await this.#pause(this.#host.slowMs)
    this.#write(writeFrame({ kind: 'greeting', greeting: this.#createGreeting() }))
  }

  #createGreeting(): Greeting {
    return {
      serverName: 'Freehold registry simulator',
      serverDate: this.#host.now(),
      versions: ['1.0'],
      languages: LANGUAGES,
      objects: this.#host.registry.nameservers === 'objects' ? [DOMAIN, CONTACT, HOST] : [DOMAIN, CONTACT],
      extensions: [SEC_DNS, RGP],
    }
  }

  #write(xml: string): void {
    if (!this.#socket.destroyed) this.#socket.write(encodeFrame(xml))
  }

  #receive(bytes: Buffer): void {
    try {
      for (const frame of this.#reader.push(bytes)) this.#work = this.#work.then(() => this.#handle(frame))
    } catch {
      // A wrong length: where the next frame begins is not known.
      this.#socket.destroy()
    }
  }

  async #handle(bytes: Buffer): Promise<void> {
    if (this.#socket.destroyed) return
    try {
      const frame = readFrame(bytes)
      if (frame.kind === 'hello') this.#write(writeFrame({ kind: 'greeting', greeting: this.#createGreeting() }))
      else if (frame.kind === 'command') await this.#run(frame.command, frame.clientTransaction)
      else this.#respond({ code: 2000, reason: 'Send a command or a hello.' }, null)
    } catch (error) {
      const { code, message } =
        error instanceof EppProtocolError ? error : { code: 2400, message: 'The simulator failed.' }
      const known = Object.hasOwn(RESULT_TEXTS, code) ? (code as ResultCode) : 2001
      this.#respond({ code: known, reason: message }, null)
    }
  }

  #respond(answer: RegistryAnswer, clientTransaction: string | null): void {
    this.#send(toResponse(answer, clientTransaction, this.#host.registry.nextTransaction()), null)
  }

  async #run(command: Command, clientTransaction: string | null): Promise<void> {
    const { registry } = this.#host
    const fault = this.#findFault(command, clientTransaction)
    if (fault === 'lost-command') {
      this.#socket.destroy()
      return
    }
    const client = this.#client
    const answer: RegistryAnswer = fault === 'command-failed' ? { code: 2400 } : this.#carryOut(command, fault)
    const response = toResponse(answer, clientTransaction, registry.nextTransaction())
    const { serverTransaction } = response
    this.#host.record({
      at: this.#host.now().toISOString(),
      client: client ?? this.#client,
      action: nameAction(command),
      object: nameObject(command),
      clientTransaction,
      serverTransaction,
      code: answer.code,
      isApplied: answer.code < 2000 && isTransform(command),
      fault,
    })
    if (fault === 'slow') await this.#pause(this.#host.slowMs)
    this.#send(response, fault)
    this.#previousTransaction = serverTransaction
    if (endsSession(answer.code)) this.#socket.end()
  }

  #findFault(command: Command, clientTransaction: string | null): FaultName | null {
    if (command.action === 'login') return this.#pickFault({ at: 'login', client: command.user })
    if (this.#client === null || command.action === 'logout') return null
    return this.#pickFault({ at: 'command', client: this.#client, command, clientTransaction })
  }

  #carryOut(command: Command, fault: FaultName | null): RegistryAnswer {
    if (command.action === 'login') return fault === 'session-limit' ? { code: 2502 } : this.#logIn(command)
    if (this.#client === null || this.#login === null) return { code: 2002, reason: 'Log in first.' }
    if (command.action === 'logout') return { code: 1500 }
    const answer = this.#host.registry.execute(this.#client, command)
    const { extensions } = this.#login
    // What was not asked for at login is not sent (RFC 5730 §2.9.1.1).
    const domain = answer.domain && {
      ...answer.domain,
      secDns: extensions.includes(SEC_DNS) ? answer.domain.secDns : null,
      graceStatuses: extensions.includes(RGP) ? answer.domain.graceStatuses : [],
    }
    return domain ? { ...answer, domain } : answer
  }

  #logIn(login: LoginCommand): RegistryAnswer {
    if (this.#client !== null) return { code: 2002, reason: 'The session is logged in.' }
    if (login.version !== '1.0') return { code: 2100 }
    if (!LANGUAGES.includes(login.language)) return { code: 2102 }
    const { objects, extensions } = this.#createGreeting()
    if (login.objects.some((uri) => !objects.includes(uri))) return { code: 2307 }
    if (login.extensions.some((uri) => !extensions.includes(uri))) return { code: 2103 }
    if (this.#host.findPassword(login.user) !== login.password) {
      this.#loginTries++
      return { code: this.#loginTries < LOGIN_TRIES_MAX ? 2200 : 2501 }
    }
    if (!this.#host.enter(login.user)) return { code: 2502 }
    if (login.newPassword !== null) this.#host.changePassword(login.user, login.newPassword)
    this.#client = login.user
    this.#login = login
    return { code: 1000 }
  }

  #send(response: Response, fault: FaultName | null): void {
    if (fault === 'lost-response') {
      this.#socket.destroy()
      return
    }
    const clientTransaction = fault === 'wrong-client-transaction' ? 'SOMEONE-ELSE' : response.clientTransaction
    const serverTransaction =
      fault === 'wrong-server-transaction' ? this.#previousTransaction : response.serverTransaction
    const xml = writeFrame({ kind: 'response', response: { ...response, clientTransaction, serverTransaction } })
    if (this.#socket.destroyed) return
    const frame = encodeFrame(xml)
    if (fault === 'wrong-length') frame.writeUInt32BE(2, 0)
    if (fault === 'cut-frame') this.#socket.end(frame.subarray(0, frame.length >> 1))
    else this.#socket.write(frame)
  }
}
