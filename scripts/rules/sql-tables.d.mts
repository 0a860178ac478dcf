// The types of sql-tables.mjs, for its test.
type Token = { word: string; at: number }
export function tokenize(text: string): Token[]
export function localNames(tokens: Token[]): Set<string>
export function touches(text: string): {
  kind: 'read' | 'perhaps' | 'write' | 'trigger' | 'row-trigger' | 'call' | 'chosen' | 'text'
  name: string
  at: number
}[]
