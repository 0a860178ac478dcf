// The command element of RFC 5730: session commands, commands about objects, and their extensions.
import { CONTACT, DOMAIN, EPP, HOST, RGP, SEC_DNS } from '../namespaces.ts'
import type { XmlElement } from '../xml/parse.ts'
import { ElementReader, readElement } from '../xml/read.ts'
import { type Markup, tag, textTag } from '../xml/write.ts'
import { readContactCommand, writeContactCommand } from './contact.ts'
import { readDomainCommand, writeDomainCommand } from './domain-commands.ts'
import { readRestore, writeRestore } from './grace-period.ts'
import { readHostCommand, writeHostCommand } from './host.ts'
import { readSecDns, readSecDnsUpdate, writeSecDns, writeSecDnsUpdate } from './sec-dns.ts'
import type { Command, LoginCommand, TransferOperation } from './types.ts'

const CLIENT_TRANSACTION = { min: 3, max: 64 }
const OBJECT_ACTIONS = ['check', 'info', 'create', 'delete', 'renew', 'transfer', 'update']
const OPERATIONS: readonly TransferOperation[] = ['query', 'request', 'approve', 'reject', 'cancel']

const writeLogin = (login: LoginCommand): Markup =>
  tag(
    'login',
    {},
    textTag('clID', login.user),
    textTag('pw', login.password),
    textTag('newPW', login.newPassword),
    tag('options', {}, textTag('version', login.version), textTag('lang', login.language)),
    tag(
      'svcs',
      {},
      login.objects.map((uri) => textTag('objURI', uri)),
      login.extensions.length === 0
        ? null
        : tag(
            'svcExtension',
            {},
            login.extensions.map((uri) => textTag('extURI', uri)),
          ),
    ),
  )

const readLogin = (element: XmlElement): LoginCommand =>
  readElement(element, (reader) => ({
    action: 'login',
    user: reader.text('clID'),
    password: reader.text('pw'),
    newPassword: reader.optionalText('newPW'),
    ...readElement(reader.take('options'), (options) => ({
      version: options.text('version'),
      language: options.text('lang'),
    })),
    ...readElement(reader.take('svcs'), (services) => {
      const objects = services.texts('objURI')
      const extension = services.optional('svcExtension')
      return { objects, extensions: extension ? readElement(extension, (inside) => inside.texts('extURI')) : [] }
    }),
  }))

function writeAction(command: Command): Markup {
  if (command.action === 'login') return writeLogin(command)
  if (command.action === 'logout') return tag('logout', {})
  if (command.action === 'poll')
    return tag('poll', { op: command.op, msgID: command.op === 'ack' ? command.messageId : null })
  const op = command.action === 'transfer' ? command.op : null
  if (command.object === 'domain') return tag(command.action, { op }, writeDomainCommand(command))
  if (command.object === 'contact') return tag(command.action, {}, writeContactCommand(command))
  return tag(command.action, {}, writeHostCommand(command))
}

function writeExtensions(command: Command): Markup | null {
  if (!('object' in command) || command.object !== 'domain') return null
  if (command.action === 'create' && command.secDns) return tag('extension', {}, writeSecDns('create', command.secDns))
  if (command.action !== 'update' || (command.secDns === null && command.restore === null)) return null
  return tag(
    'extension',
    {},
    command.secDns && writeSecDnsUpdate(command.secDns),
    command.restore && writeRestore(command.restore),
  )
}

export const writeCommand = (command: Command, clientTransaction: string | null): Markup =>
  tag('command', {}, writeAction(command), writeExtensions(command), textTag('clTRID', clientTransaction))

function readAction(element: XmlElement, refuse: (problem: string, code?: number) => never): Command {
  const reader = new ElementReader(element)
  const { name } = element
  if (name === 'login') return readLogin(element)
  if (name === 'logout') return readElement(element, () => ({ action: 'logout' }))
  if (name === 'poll')
    return readElement(element, () =>
      reader.choice('op', ['req', 'ack']) === 'req'
        ? { action: 'poll', op: 'req' }
        : { action: 'poll', op: 'ack', messageId: reader.attribute('msgID') },
    )
  if (!OBJECT_ACTIONS.includes(name)) refuse(`the command <${name}> is not known`, 2000)
  const op = name === 'transfer' ? reader.choice('op', OPERATIONS) : null
  return readElement(element, (inside) => {
    const object = inside.takeAny()
    if (object.name !== name) refuse(`<${name}> contains <${object.name}>`)
    if (object.namespace === DOMAIN) return readDomainCommand(object, name, op)
    if (object.namespace === CONTACT) return readContactCommand(object, name)
    if (object.namespace === HOST) return readHostCommand(object, name)
    return refuse('this object is not known', 2307)
  })
}

/** Puts what extensions say into the command. Extensions that are not known are refused: they may change its meaning. */
function addExtensions(
  command: Command,
  extensions: XmlElement[],
  refuse: (problem: string, code?: number) => never,
): Command {
  let extended = command
  for (const element of extensions) {
    const isDomain = 'object' in extended && extended.object === 'domain'
    if (isDomain && extended.action === 'create' && element.namespace === SEC_DNS && element.name === 'create')
      extended = { ...extended, secDns: readSecDns(element) } as Command
    else if (isDomain && extended.action === 'update' && element.namespace === SEC_DNS && element.name === 'update')
      extended = { ...extended, secDns: readSecDnsUpdate(element) } as Command
    else if (isDomain && extended.action === 'update' && element.namespace === RGP && element.name === 'update')
      extended = { ...extended, restore: readRestore(element) } as Command
    else refuse(`the extension <${element.name}> is not known for this command`, 2103)
  }
  return extended
}

export const readCommand = (element: XmlElement): { command: Command; clientTransaction: string | null } =>
  readElement(element, (reader) => {
    const refuse = (problem: string, code?: number): never => reader.refuse(problem, code)
    const action = reader.takeAny()
    if (action.namespace !== EPP) refuse(`<${action.name}> is not a command`)
    const command = readAction(action, refuse)
    const extensions = reader.optional('extension')?.children ?? []
    const clientTransaction = reader.optionalText('clTRID')
    const length = clientTransaction?.length ?? CLIENT_TRANSACTION.min
    if (length < CLIENT_TRANSACTION.min || length > CLIENT_TRANSACTION.max)
      refuse(`<clTRID> must have ${CLIENT_TRANSACTION.min} to ${CLIENT_TRANSACTION.max} characters`)
    return { command: addExtensions(command, extensions, refuse), clientTransaction }
  })
