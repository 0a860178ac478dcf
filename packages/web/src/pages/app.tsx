// The empty document of the account, portal and console; their script renders them.
import type { PageContext } from '../context.ts'

export type AppProps = { title: string }

export const title = ({ title: text }: AppProps): string => `${text} · Freehold`

export const Page = (_given: { props: AppProps; context: PageContext }) => <></>
