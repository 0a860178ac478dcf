// Every page and file for people: the one list from which they are mounted.
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { mountForms } from '../http/forms.ts'
import { mountAssets } from './assets.ts'
import { mountDevelopers } from './developers.ts'
import { mountDocs } from './docs.ts'
import { mountDomains } from './domains.ts'
import { mountGuides } from './guides.ts'
import { mountHosted } from './hosted.ts'
import { mountLookups } from './lookups.ts'
import { mountMailPreview } from './mail-preview.ts'
import { mountShareImages } from './share-images.ts'
import { mountShop } from './shop.ts'
import { mountSiteFiles } from './site-files.ts'
import { mountSiteTexts } from './site-texts.ts'
import { mountWorkplaces } from './workplaces.ts'

/** `document` is the OpenAPI document, which the docs show. */
export function mountPages(app: FastifyInstance, deps: Deps, document: () => Record<string, unknown>): void {
  const asksApi = (scope: FastifyInstance): void => {
    mountShop(app, scope, deps)
    mountLookups(app, scope, deps)
    mountDomains(app, scope, deps)
    mountShareImages(app, scope, deps)
  }
  const documentation = (scope: FastifyInstance): void => {
    mountDocs(scope, deps, document)
    mountGuides(scope, deps, document)
    mountSiteTexts(scope, deps)
  }
  mountForms(app, deps, documentation, { counted: false })
  mountHosted(app, deps)
  mountAssets(app)
  mountForms(app, deps, asksApi)
  mountForms(app, deps, (scope) => mountDevelopers(scope, deps))
  mountForms(app, deps, (scope) => mountSiteFiles(scope, deps, document))
  mountForms(app, deps, (scope) => {
    mountWorkplaces(scope, deps)
    mountMailPreview(scope, deps)
  })
}
