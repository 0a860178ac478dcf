// Code with a copy button.
import { useState } from 'react'
import { Button } from './button.tsx'

export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    setTimeout(() => setCopied(false), 2000)
  }
  return (
    <Button kind="quiet" small aria-label={`${isCopied ? 'Copied' : 'Copy'} ${label}`} onClick={() => void copy()}>
      {isCopied ? 'Copied' : 'Copy'}
    </Button>
  )
}

export const Copyable = ({ text, label }: { text: string; label: string }) => (
  <span className="copyable">
    <code>{text}</code>
    <CopyButton text={text} label={label} />
  </span>
)

/** A block that scrolls can be reached by the keyboard. */
export const CodeBlock = ({ children, label }: { children: string; label: string }) => (
  <section aria-label={label}>
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls */}
    <pre className="code" tabIndex={0}>
      <code>{children}</code>
    </pre>
  </section>
)
