// The empty document of a workplace; its script fills it.
import type { PageContext } from '../context.ts'

export type AppProps = { title: string }

export const title = ({ title: text }: AppProps): string => `${text} · Freehold`

export const Page = (_given: { props: AppProps; context: PageContext }) => <></>
