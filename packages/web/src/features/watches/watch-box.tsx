// Watch a domain: a plain form, so that it works without JavaScript.
import { Button, LinkButton } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'

type Props = {
  domain: string
  isForSale: boolean
  /** Null: nobody is signed in. */
  isWatched: boolean | null
}

const TEXTS = {
  forSale: 'We email you when the price of this domain changes.',
  other: 'We email you when this domain is for sale here, or becomes available to register.',
}

const WatchForm = ({ domain, isWatched }: { domain: string; isWatched: boolean }) => (
  <form method="post" action={`/domains/${domain}/watch`}>
    <input type="hidden" name="watch" value={isWatched ? 'no' : 'yes'} />
    <Button type="submit" kind="plain" wide>
      {isWatched ? 'Stop watching' : 'Watch domain'}
    </Button>
  </form>
)

export const WatchBox = ({ domain, isForSale, isWatched }: Props) => (
  <Panel title={isWatched ? 'You are watching this domain' : 'Watch this domain'}>
    <p>{isForSale ? TEXTS.forSale : TEXTS.other}</p>
    {isWatched === null ? (
      <LinkButton kind="plain" wide href={`/sign-in?next=${encodeURIComponent(`/domains/${domain}`)}`}>
        Sign in to watch
      </LinkButton>
    ) : (
      <WatchForm domain={domain} isWatched={isWatched} />
    )}
    {isWatched ? (
      <p className="small watch__list">
        <a href="/account/watchlist">View your watchlist</a>
      </p>
    ) : null}
  </Panel>
)
