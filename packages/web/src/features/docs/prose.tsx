// Descriptions from the document: paragraphs, code in backticks, and URLs as links.
import { createElement, Fragment, type ReactNode } from 'react'

/** A URL, without the punctuation of the sentence around it. */
const URL_IN_TEXT = /(https?:\/\/[^\s()]*[^\s().,;:])/

/** Every other part is a URL. */
const linkUrls = (text: string): ReactNode[] =>
  text.split(URL_IN_TEXT).map((part, at) => (at % 2 === 1 ? createElement('a', { href: part, key: at }, part) : part))

function inline(text: string): ReactNode {
  // Every other part was between backticks.
  const parts = text
    .split('`')
    .flatMap((part, at) => (at % 2 === 1 ? createElement('code', null, part) : linkUrls(part)))
  return createElement(Fragment, null, ...parts)
}

export const Inline = ({ text }: { text: string }) => <>{inline(text)}</>

export const Prose = ({ text }: { text: string }) => (
  <>
    {text
      .split('\n\n')
      .filter((paragraph) => paragraph !== '')
      .map((paragraph) => (
        <p key={paragraph}>{inline(paragraph)}</p>
      ))}
  </>
)
