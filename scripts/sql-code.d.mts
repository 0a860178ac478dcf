// Types of sql-code.mjs, for its test.
export function sqlFiles(server: string): string[]
export function sqlCodeManifest(server: string): string
