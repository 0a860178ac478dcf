// A message as it is sent and shown: the subject and both parts.
import { type MailContent, toLine } from './content.ts'
import type { LinkOptions } from './links.ts'
import { renderHtml } from './render-html.ts'
import { renderText } from './render-text.ts'

export type RenderedMail = { subject: string; text: string; html: string }

export const renderMail = (content: MailContent, options: LinkOptions): RenderedMail => ({
  subject: toLine(content.subject),
  text: renderText(content, options),
  html: renderHtml(content, options),
})

/** The same for every attempt, so that a repeat can be recognized. */
export const buildMessageId = (id: string, baseUrl: string): string => `<${id}@${new URL(baseUrl).hostname}>`
