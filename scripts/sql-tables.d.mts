// The types of sql-tables.mjs, for its test.
type Token = { word: string; at: number }
export function tokensOf(text: string): Token[]
export function localNames(tokens: Token[]): Set<string>
export function touches(
  text: string,
): { kind: 'read' | 'perhaps' | 'write' | 'trigger' | 'call'; name: string; at: number }[]
