// Makes a referral link: what it leads to must be there.
import type { Tx } from '../../../db/sql.ts'
import { invalidField } from '../../../kernel/errors.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Environment, Owner } from '../../../kernel/owner.ts'
import { findDomain, notListed, readDomain } from '../../catalog/index.ts'
import { defaultDestination, destinationPath, type LinkKind, type LinkTarget, newCode, type Product } from '../rules.ts'
import { insertLink, type Link } from '../store/links.ts'

export type NewLink = {
  kind: LinkKind
  domain?: string | undefined
  product?: Product | undefined
  destinationUrl?: string | undefined
  label?: string | undefined
}

/** What only the named kind takes must be there for it, and for no other. */
function assertFits(input: NewLink): void {
  for (const field of ['domain', 'product'] as const) {
    if (input.kind === field && input[field] === undefined) throw invalidField(field, `is required for kind ${field}`)
    if (input.kind !== field && input[field] !== undefined)
      throw invalidField(field, `is only allowed for kind ${field}`)
  }
}

async function resolveTarget(tx: Tx, environment: Environment, input: NewLink): Promise<LinkTarget> {
  assertFits(input)
  if (input.kind === 'product') return { kind: 'product', domain: null, product: input.product! }
  if (input.kind === 'generic') return { kind: 'generic', domain: null, product: null }
  const { domain } = readDomain(input.domain!, environment)
  const listing = await findDomain(tx, environment, domain)
  if (listing?.status !== 'listed') throw notListed(domain, environment)
  return { kind: 'domain', domain, product: null }
}

export async function createLink(tx: Tx, owner: Owner, input: NewLink, baseUrl: string, now: Date): Promise<Link> {
  const given = input.destinationUrl === undefined ? null : destinationPath(input.destinationUrl, baseUrl)
  const target = await resolveTarget(tx, owner.environment, input)
  const link: Link = {
    id: newId('link', now),
    partnerId: owner.partnerId,
    environment: owner.environment,
    code: newCode(),
    ...target,
    destination: given ?? defaultDestination(target),
    label: input.label ?? null,
    active: true,
    createdAt: now,
  }
  await insertLink(tx, link)
  return link
}
