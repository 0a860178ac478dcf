// Types of sql-code.mjs, for its test.
export function sqlFiles(server: string): string[]
export function sqlCodeManifest(server: string): string
export function sqlTriggers(server: string): { name: string; when: string; table: string; file: string }[]
export function triggerTable(server: string): string
