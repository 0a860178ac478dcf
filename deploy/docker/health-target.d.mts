// Types of health-target.mjs, for its test.
type Env = Record<string, string | undefined>

export function chooseTarget(command: string, env: Env): string | null
export function noteTarget(target: string): void
export function readTarget(env: Env): string
