// Every tool of agents, under its name.
import { ACCOUNT_TOOLS } from './account-tools.ts'
import { LOOKUP_TOOLS } from './lookup-tools.ts'
import { MARKET_TOOLS } from './market-tools.ts'
import { OFFER_TOOLS } from './offer-tools.ts'
import type { Tool } from './tool.ts'

export const TOOLS: ReadonlyMap<string, Tool> = new Map(
  [...LOOKUP_TOOLS, ...MARKET_TOOLS, ...OFFER_TOOLS, ...ACCOUNT_TOOLS].map((tool) => [tool.name, tool]),
)
