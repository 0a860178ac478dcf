// The lanes of this process, by endpoint and by partner: a partner may have several endpoints in an environment.
import type { Owner } from '../../../kernel/owner.ts'
import type { Lane, LaneKey } from './keep-lane.ts'

export type OwnerKey = string
export const toOwnerKey = (owner: Owner): OwnerKey => `${owner.partnerId} ${owner.environment}`

export class Lanes {
  readonly #byEndpoint = new Map<LaneKey, Lane>()
  readonly #byOwner = new Map<OwnerKey, Set<Lane>>()

  get(key: LaneKey): Lane | undefined {
    return this.#byEndpoint.get(key)
  }

  of(owner: Owner): Lane[] {
    return [...(this.#byOwner.get(toOwnerKey(owner)) ?? [])]
  }

  all(): Lane[] {
    return [...this.#byEndpoint.values()]
  }

  add(lane: Lane): void {
    this.#byEndpoint.set(lane.key, lane)
    const key = toOwnerKey(lane.owner)
    const lanes = this.#byOwner.get(key) ?? new Set()
    this.#byOwner.set(key, lanes.add(lane))
  }

  delete(lane: Lane): void {
    this.#byEndpoint.delete(lane.key)
    const key = toOwnerKey(lane.owner)
    const lanes = this.#byOwner.get(key)
    lanes?.delete(lane)
    if (lanes?.size === 0) this.#byOwner.delete(key)
  }

  clear(): void {
    this.#byEndpoint.clear()
    this.#byOwner.clear()
  }
}
