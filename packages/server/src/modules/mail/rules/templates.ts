// Every template by its name, and what each must be given.
import { ACCOUNT_TEMPLATES } from './account-templates.ts'
import type { MailContent } from './content.ts'
import { DISPUTE_TEMPLATES } from './dispute-templates.ts'
import { OFFER_TEMPLATES } from './offer-templates.ts'
import { PARTNER_TEMPLATES } from './partner-templates.ts'
import { REGISTRY_TEMPLATES } from './registry-templates.ts'
import { SELLER_TEMPLATES } from './seller-templates.ts'
import { TRADE_TEMPLATES } from './trade-templates.ts'
import { WATCH_TEMPLATES } from './watch-templates.ts'

export const TEMPLATES = {
  ...ACCOUNT_TEMPLATES,
  ...TRADE_TEMPLATES,
  ...PARTNER_TEMPLATES,
  ...SELLER_TEMPLATES,
  ...OFFER_TEMPLATES,
  ...REGISTRY_TEMPLATES,
  ...DISPUTE_TEMPLATES,
  ...WATCH_TEMPLATES,
} as const
export type TemplateName = keyof typeof TEMPLATES
export const TEMPLATE_NAMES = Object.keys(TEMPLATES) as TemplateName[]

/** Messages that people asked for and can end, with the page where they do. Everything else is about a transaction. */
export const UNSUBSCRIBE_PATHS: Partial<Record<TemplateName, string>> = { watched_domain: '/account/watchlist' }

type DataFor<Name extends TemplateName> =
  Parameters<(typeof TEMPLATES)[Name]> extends [infer Data] ? { data: Data } : { data?: undefined }

/** A template with its data. */
export type Letter = { [Name in TemplateName]: { template: Name } & DataFor<Name> }[TemplateName]

export const buildContent = ({ template, data }: Letter): MailContent =>
  (TEMPLATES[template] as (data: unknown) => MailContent)(data)
