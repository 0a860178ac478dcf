// Owns hashing text letter by letter (FNV-1a), so that parts of a word are hashed without making strings.
export const HASH_SEED = 0x811c9dc5

export const addLetter = (hash: number, code: number): number => Math.imul(hash ^ code, 0x01000193)

/** Adds text[from, to). */
export function addText(hash: number, text: string, from = 0, to = text.length): number {
  let sum = hash
  for (let i = from; i < to; i++) sum = addLetter(sum, text.charCodeAt(i))
  return sum
}
