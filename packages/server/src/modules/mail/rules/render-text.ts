// The text part of a message.
import { type MailBlock, type MailContent, toLine } from './content.ts'
import { buildLink, type LinkOptions, showContact } from './links.ts'

function renderBlock(block: MailBlock, options: LinkOptions): string {
  if (block.kind === 'text') return toLine(block.text)
  if (block.kind === 'facts')
    return block.facts.map(([label, value]) => `${toLine(label)}: ${toLine(value)}`).join('\n')
  if (block.kind === 'button') return `${toLine(block.label)}:\n${buildLink(block.path, options)}`
  return block.text
    .split(/\r\n|[\r\n]/)
    .map((line) => `> ${toLine(line)}`.trimEnd())
    .join('\n')
}

export function renderText({ blocks, reason }: MailContent, options: LinkOptions): string {
  const { baseUrl, contact } = options
  const footer = [
    '-- ',
    `Freehold (${new URL(baseUrl).host})`,
    ...(contact === null ? [] : [`Contact: ${showContact(contact)}`]),
    toLine(reason),
  ].join('\n')
  return `${[...blocks.map((block) => renderBlock(block, options)), footer].join('\n\n')}\n`
}
