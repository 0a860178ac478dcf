// Share the page of a domain: copy its link, or send it.
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'

const COPIED_MS = 2500

function CopyLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <>
      <Button kind="plain" small onClick={() => void navigator.clipboard.writeText(url).then(() => setCopied(true))}>
        {isCopied ? 'Copied' : 'Copy link'}
      </Button>
      <span className="visually-hidden" role="status">
        {isCopied ? 'Link copied' : ''}
      </span>
    </>
  )
}

/** Phones have their own list of places to send a link to; elsewhere it goes by email. */
export function Share({ url, name }: { url: string; name: string }) {
  const mail = `mailto:?subject=${encodeURIComponent(name)}&body=${encodeURIComponent(`${name}\n${url}`)}`
  function share(event: { preventDefault(): void }): void {
    if (!('share' in navigator)) return
    event.preventDefault()
    // Closing the list is no error.
    navigator.share({ title: name, url }).catch(() => {})
  }
  return (
    <div className="share">
      <CopyLink url={url} />
      <a className="button button--plain button--small" href={mail} onClick={share}>
        Share link
      </a>
    </div>
  )
}
