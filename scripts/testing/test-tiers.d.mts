// Types of test-tiers.mjs.
type Database = 'embedded' | 'postgres'
export type Project = 'rules' | 'api on embedded' | 'api on postgres' | 'service'
export type Tier = 'first' | 'rest'
export const PROJECTS: Readonly<Record<Project, readonly string[]>>
export const ONE_DATABASE: Record<Database, string[]>
export function listApiTests(): string[]
export function listOneDatabaseTests(): string[]
export function listBothDatabaseTests(): string[]
export function listLeft(project: Project): string[]
export function listTests(project: Project, tier?: Tier): string[]
