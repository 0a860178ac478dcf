// Descriptions from the document: paragraphs, and code in backticks.
import { createElement, Fragment, type ReactNode } from 'react'

function inline(text: string): ReactNode {
  // Every other part was between backticks.
  const parts = text.split('`').map((part, at) => (at % 2 === 1 ? createElement('code', null, part) : part))
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
