// How commands end that are sent to a registrar or registry.

/** `sent`: not known yet. `failed`: refused for now. */
export const STEP_OUTCOMES = ['sent', 'done', 'pending', 'refused', 'failed', 'unknown'] as const
export type StepOutcome = (typeof STEP_OUTCOMES)[number]
