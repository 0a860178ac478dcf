// The document of the account, portal and console: the server renders the frame, the browser fills in the pages.
import { QueryClient } from '@tanstack/react-query'
import type { PageContext } from '../context.ts'
import { Workplaces } from './workplaces.tsx'

export type AppProps = { title: string }

export const title = ({ title: text }: AppProps): string => `${text} · Freehold`

export const Page = ({ context }: { props: AppProps; context: PageContext }) => (
  <Workplaces context={context} queries={new QueryClient()} path={context.path} />
)
