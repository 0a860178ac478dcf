// Owns searching an inventory that lies elsewhere: what to ask of it, and ranking what it proposes as our own candidates are.
import { asSigned, dotProduct, signCode } from '../model/vector.ts'
import { type DomainParts, splitDomain } from '../names/fold.ts'
import type { Name, NameReader } from '../names/understand-name.ts'
import type { ParsedQuery, QueryReader } from '../query/parse-query.ts'
import {
  ANYWHERE,
  BY_BEGINNING,
  BY_LETTERS,
  BY_MEANING,
  BY_WORDS,
  COINED,
  filterFor,
  IN_TLD,
  isNavigational,
  lettersAnywhere,
  listStems,
  meetsWishes,
} from '../rank/candidates.ts'
import type { Candidate, FeatureReader } from '../rank/features.ts'
import { readTerms } from '../rank/word-match.ts'
import { Inventory } from '../store/inventory.ts'
import { listListingStems, listListingWords } from '../store/listing-words.ts'
import type {
  DocId,
  IndexEntry,
  InventoryFacts,
  ListingText,
  RemotePlan,
  RemoteProposal,
  SearchQuery,
  WantedCandidates,
} from '../types.ts'
import { KnownFacts } from './known-facts.ts'

/** Proposals that are kept understood; beyond them all are forgotten, and read again as they come. */
const REMEMBERED = 20_000

const NOTHING = {
  near: undefined,
  words: { stems: [], limit: 0 },
  letters: undefined,
  anywhere: undefined,
  domain: undefined,
  inTld: undefined,
  coined: undefined,
} satisfies Omit<WantedCandidates, 'filter'>

export interface RemoteParts {
  names: NameReader
  queries: QueryReader
  features: FeatureReader
  embed(text: string): Promise<Int8Array>
}

export class RemoteSearch {
  readonly #parts: RemoteParts
  #seen: Inventory

  constructor(parts: RemoteParts) {
    this.#parts = parts
    this.#seen = new Inventory(parts.names)
  }

  describe(listings: readonly (ListingText & { vector: Uint8Array })[]): IndexEntry[] {
    const { names } = this.#parts
    return listings.map((listing) => {
      const name = names.read(listing.domain)
      return {
        flat: name.flat,
        tld: name.tld,
        coined: name.coined,
        ...listListingStems(listListingWords(names, listing, name)),
        reading: writeReading(name),
        code: signCode(asSigned(listing.vector)),
      }
    })
  }

  async plan(query: SearchQuery, facts: InventoryFacts): Promise<RemotePlan> {
    const { names, queries } = this.#parts
    const known = new KnownFacts(facts, names)
    const parsed = queries.read(query.q, known, query.isTyping)
    const terms = readTerms(names, parsed, (stem) => known.rarity(stem))
    const questions = known.questions()
    if (questions !== undefined) return { questions }
    if (parsed.terms.length === 0) return {}
    const filter = filterFor(query, parsed)
    if (query.anywhere) {
      const text = lettersAnywhere(parsed)
      return text === undefined ? {} : { wanted: { ...NOTHING, filter, anywhere: { text, limit: ANYWHERE } } }
    }
    const vectors = await this.#embed(parsed)
    const codes = vectors.map(signCode)
    const wanted: WantedCandidates = {
      ...NOTHING,
      filter,
      near: parsed.known > 0 || parsed.domain !== undefined ? { codes, limit: BY_MEANING } : undefined,
      words: { stems: listStems(names, parsed, terms), limit: BY_WORDS },
      letters: isNavigational(parsed)
        ? {
            texts: [...new Set([parsed.joined, parsed.joinedFixed])].filter((text) => text !== ''),
            resembling: BY_LETTERS,
            beginning: BY_BEGINNING,
          }
        : undefined,
      domain: parsed.domain,
      inTld:
        parsed.tlds[0] !== undefined && query.tld === undefined
          ? { tld: parsed.tlds[0], codes, limit: IN_TLD }
          : undefined,
      coined: parsed.brandable ? { codes, limit: COINED } : undefined,
    }
    return { wanted, hasLetters: lettersAnywhere(parsed) !== undefined }
  }

  /** The features of the proposals; their slots are those of `inventory`, whose ids are the proposals' own keys. */
  async candidates(
    query: SearchQuery,
    facts: InventoryFacts,
    proposals: readonly RemoteProposal[],
  ): Promise<{ parsed: ParsedQuery; candidates: Candidate[]; getId(candidate: Candidate): DocId }> {
    const { names, queries, features } = this.#parts
    const known = new KnownFacts(facts, names)
    const parsed = queries.read(query.q, known, query.isTyping)
    const terms = readTerms(names, parsed, (stem) => known.rarity(stem))
    const vectors = await this.#embed(parsed)
    if (this.#seen.size > REMEMBERED) this.#seen = new Inventory(names)
    const inventory = this.#seen
    const ids = new Map<number, DocId>()
    for (const proposal of pickNearest(proposals, vectors)) ids.set(this.#assignSlot(inventory, proposal), proposal.id)
    const slots = [...ids.keys()].filter((slot) => meetsWishes(inventory, names, parsed, slot))
    return {
      parsed,
      candidates: slots.length === 0 ? [] : features.read(inventory, parsed, terms, vectors, slots),
      getId: ({ slot }) => ids.get(slot) as DocId,
    }
  }

  #assignSlot(inventory: Inventory, proposal: RemoteProposal): number {
    const key = `${proposal.id} ${proposal.revision}`
    if (!inventory.has(key)) inventory.put({ ...proposal, id: key }, readReading(proposal), asSigned(proposal.vector))
    return inventory.findSlot(key) as number
  }

  async #embed(parsed: ParsedQuery): Promise<Int8Array[]> {
    const vectors: Int8Array[] = []
    for (const text of parsed.texts) vectors.push(await this.#parts.embed(text))
    return vectors
  }
}

function writeReading({ tokens, english, languages, coined, hint, appeal }: Name): string {
  return JSON.stringify({ tokens, english, languages, coined, hint, appeal })
}

function readReading({ domain, reading }: RemoteProposal): Name {
  return { ...splitDomain(domain), ...(JSON.parse(reading) as Omit<Name, keyof DomainParts>) }
}

/** Codes only roughly say what is near: of the proposals that nothing else speaks for, the nearest by the vectors stay. */
function pickNearest(proposals: readonly RemoteProposal[], vectors: readonly Int8Array[]): RemoteProposal[] {
  const product = ({ vector }: RemoteProposal): number =>
    Math.max(...vectors.map((wanted) => dotProduct(wanted, asSigned(vector))))
  const rough = proposals
    .filter((proposal) => proposal.rough)
    .map((proposal) => ({ proposal, near: product(proposal) }))
  rough.sort((a, b) => b.near - a.near)
  return [
    ...proposals.filter((proposal) => !proposal.rough),
    ...rough.slice(0, BY_MEANING * vectors.length).map(({ proposal }) => proposal),
  ]
}
