// Owns turning text into the model's token ids: the BERT uncased WordPiece of its tokenizer.json.
const CLS = 101
const SEP = 102
const UNKNOWN = 100
const MAX_WORD = 100
const MAX_TOKENS = 64

export class WordPiece {
  readonly #vocabulary: Map<string, number>

  constructor(tokenizerJson: string) {
    const parsed = JSON.parse(tokenizerJson) as { model: { vocab: Record<string, number> } }
    this.#vocabulary = new Map(Object.entries(parsed.model.vocab))
  }

  encode(text: string): number[] {
    const folded = text
      .toLowerCase()
      .normalize('NFD')
      .replace(/\p{Mn}/gu, '')
    const ids = [CLS]
    for (const word of folded.match(/[\p{L}\p{N}]+|[^\s\p{L}\p{N}]/gu) ?? []) {
      ids.push(...this.#pieces(word))
      if (ids.length >= MAX_TOKENS - 1) break
    }
    ids.length = Math.min(ids.length, MAX_TOKENS - 1)
    ids.push(SEP)
    return ids
  }

  /** Longest match first; a word with a part that the vocabulary lacks is unknown as a whole. */
  #pieces(word: string): number[] {
    if (word.length > MAX_WORD) return [UNKNOWN]
    const ids: number[] = []
    for (let start = 0; start < word.length; ) {
      let end = word.length
      let id: number | undefined
      for (; end > start; end--) {
        id = this.#vocabulary.get((start > 0 ? '##' : '') + word.slice(start, end))
        if (id !== undefined) break
      }
      if (id === undefined) return [UNKNOWN]
      ids.push(id)
      start = end
    }
    return ids
  }
}
