// Changes of DNSSEC data in the simulated registry, in the order of RFC 5910 §5.2.5: remove, then add.
import type { SecDns, SecDnsUpdate } from '../frames/types.ts'

const without = <Value>(all: readonly Value[], removed: readonly Value[]): Value[] => {
  const keys = new Set(removed.map((one) => JSON.stringify(one)))
  return all.filter((one) => !keys.has(JSON.stringify(one)))
}

export function changeSecDns(current: SecDns | null, { remove, add, maxSignatureLife }: SecDnsUpdate): SecDns | null {
  const before = remove === 'all' || current === null ? { maxSignatureLife: null, signers: [], keys: [] } : current
  const removed = remove === 'all' || remove === null ? { signers: [], keys: [] } : remove
  const added = add ?? { signers: [], keys: [] }
  const after = {
    maxSignatureLife: maxSignatureLife ?? before.maxSignatureLife,
    signers: [...without(before.signers, [...removed.signers, ...added.signers]), ...added.signers],
    keys: [...without(before.keys, [...removed.keys, ...added.keys]), ...added.keys],
  }
  return after.signers.length + after.keys.length === 0 ? null : after
}
