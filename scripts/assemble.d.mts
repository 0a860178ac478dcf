// The types of assemble.mjs, for its test.
export function assemble(target: string): void
