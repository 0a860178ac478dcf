// Every page that the server renders, by name: what it is given, and how much script it needs.
import type { ReactElement } from 'react'
import type { PageContext } from '../context.ts'
import * as message from './hosted/message.tsx'

export type PageModule<Props> = {
  Page: (given: { props: Props; context: PageContext }) => ReactElement
  title: (props: Props) => string
  description?: (props: Props) => string | undefined
}

/**
 * `hosted` pages are finished when they leave the server; a little script adds comfort. `public` pages come to life in the
 * browser, from the same components. `app` is the empty frame of the workplaces, which live in the browser alone.
 */
export type PageKind = 'hosted' | 'public' | 'app'

const page = <Props>(kind: PageKind, module: PageModule<Props>) => ({ kind, module })

export const PAGES = {
  message: page('hosted', message),
}

export type PageName = keyof typeof PAGES
export type PropsOf<Name extends PageName> = (typeof PAGES)[Name] extends { module: PageModule<infer Props> }
  ? Props
  : never
