// Holds the punctuation of error messages: full sentences end with a period, fragments do not.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))
type Node = { type?: string; [field: string]: unknown }

/** The argument that holds the message, for each function or class that makes an error of it. */
const MESSAGE_ARGUMENT: Record<string, number> = {
  invalidField: 1,
  notFound: 0,
  ConfigError: 0,
  OAuthError: 1,
  OAuthFlowError: 1,
  QuoteTokenError: 1,
  UsageError: 0,
}

/** Other files are not worth parsing. */
const MENTIONS = new RegExp(`\\b(?:message|${Object.keys(MESSAGE_ARGUMENT).join('|')})\\b`)

/** The texts an expression can have. Values in a template are shown as `…`; other expressions have none. */
function listTexts(node: Node): string[] {
  if (node.type === 'StringLiteral') return [String(node.value)]
  if (node.type === 'TemplateLiteral')
    return [(node.quasis as Node[]).map((part) => String(part.cooked)).reduce((text, part) => `${text}…${part}`)]
  if (node.type === 'ConditionalExpression')
    return [...listTexts(node.consequent as Node), ...listTexts(node.alternate as Node)]
  return []
}

function messagesIn(code: string): string[] {
  const found: string[] = []
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(visit)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return
    const node = value as Node
    if (node.type === 'CallExpression' || node.type === 'NewExpression') {
      const index = MESSAGE_ARGUMENT[String((node.callee as Node).value)]
      const argument = index === undefined ? undefined : (node.arguments as { expression: Node }[] | null)?.[index]
      if (argument) found.push(...listTexts(argument.expression))
    }
    if (node.type === 'KeyValueProperty' && (node.key as Node).value === 'message')
      found.push(...listTexts(node.value as Node))
    Object.values(node).forEach(visit)
  }
  visit(parseSync(code, { syntax: 'typescript' }))
  return found
}

/** Ends with a command to copy, or with the text of another program; or begins with a value, so that its kind is unknown. */
const isExempt = (message: string): boolean =>
  /(Usage|Run|Example): [^.]+(\.json)?$/.test(message) || message.endsWith('…') || /^…[^.]*\.?$/.test(message)

/** A sentence begins with a capital, a setting or an option. A fragment may be followed by sentences. */
function isPunctuated(message: string): boolean {
  if (isExempt(message)) return true
  const isSentence = /^(?:[A-Z.]|--)/.test(message) || /[^.]\. [A-Z]/.test(message)
  return isSentence === message.endsWith('.')
}

const files = ['server', 'sdk', 'cli'].flatMap((name) =>
  readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.ts$/.test(file) && !/\.test\.ts$|\.gen\.ts$/.test(file))
    .map((file) => path.join(root, 'packages', name, 'src', file)),
)

it('ends sentences with a period and fragments without one', () => {
  const messages = files.flatMap((file) => {
    const code = readFileSync(file, 'utf8')
    return MENTIONS.test(code) ? messagesIn(code).map((text) => ({ file, text })) : []
  })
  expect(messages.length).toBeGreaterThan(200)
  expect(
    messages.filter(({ text }) => !isPunctuated(text)).map(({ file, text }) => `${path.relative(root, file)}: ${text}`),
  ).toEqual([])
})

it.each([
  ["notFound('Order not found')", false],
  ["notFound('Order not found.')", true],
  ["invalidField('q', 'must not be empty.')", false],
  ["invalidField('q', 'must not be empty')", true],
  ["invalidField('budget', 'must equal budget_cents. Send only budget_cents')", false],
  ["new ConfigError('PORT must be a number')", false],
])('detects the punctuation of %s', (code, isRight) => {
  expect(messagesIn(code).map(isPunctuated)).toEqual([isRight])
})
