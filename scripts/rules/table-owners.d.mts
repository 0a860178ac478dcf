// Types of table-owners.mjs.
export type Problem = { rule: string; file: string; line: number; name: string; message: string }
export function findUnit(file: string): string
export function checkOwners(root: string): { seen: number; problems: Problem[] }
