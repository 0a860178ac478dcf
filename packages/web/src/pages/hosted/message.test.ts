// A page with a message is also sent while the settings cannot be read: its search box does not know whether tax is added to prices.
import { createElement, useContext } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { TaxAddedContext } from '../../ui/price.tsx'
import { Page } from './message.tsx'

const ShowTax = () => createElement('i', {}, `tax is added: ${useContext(TaxAddedContext)}`)
vi.mock('../../features/registry/search-box.tsx', () => ({
  get SearchBox() {
    return ShowTax
  },
}))

it('tells its search box that it does not know about tax', () => {
  const context = { locale: 'en', path: '/', person: null, contact: null, links: [], isTaxAdded: false, theme: null }
  const props = { title: 'Page not found', text: 'There is nothing here.' }
  const page = createElement(Page, { props, context: context as unknown as Parameters<typeof Page>[0]['context'] })
  expect(renderToStaticMarkup(page)).toContain('tax is added: null')
})
