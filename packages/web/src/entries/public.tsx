// Brings a public page to life: the same component that the server rendered, with the same content.
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { type PageContext, ROOT_ID, STATE_ID } from '../context.ts'
import { enhanceForms } from '../enhance/enhance-forms.ts'
import type { PageModule } from '../pages/pages.ts'

const SOURCES = import.meta.glob<PageModule<unknown>>('../pages/public/*.tsx')

const state = JSON.parse(document.getElementById(STATE_ID)!.textContent) as {
  name: string
  props: unknown
  context: PageContext
}
const { Page } = await SOURCES[`../pages/public/${state.name}.tsx`]!()
hydrateRoot(
  document.getElementById(ROOT_ID)!,
  <StrictMode>
    <Page props={state.props} context={state.context} />
  </StrictMode>,
)
enhanceForms(document)
