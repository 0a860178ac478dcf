// Types of one-database.mjs.
type Database = 'embedded' | 'postgres'
export const ONE_DATABASE: Record<Database, string[]>
export function listOneDatabaseTests(): string[]
export function listBothDatabaseTests(): string[]
export function listLeftOut(database: Database): string[]
