// Owns the stem of a word.
import { stemmer } from 'stemmer'

/** Short words are their own stem: Porter's rules would merge unrelated ones. */
export function toStem(word: string): string {
  return word.length <= 3 ? word : stemmer(word)
}
