// Types of prove-parts.mjs.
export type Part = { tests: readonly string[]; env: Readonly<Record<string, string>>; isShort?: boolean }
export const PARTS: Readonly<Record<string, Part>>
