// Where a person proves again who they are.

export const REAUTHENTICATE = '/reauthenticate'

/** Where a page sends a person whose sign-in is not recent. `next` is where they come back to. */
export const buildReauthenticatePath = (next: string): string => `${REAUTHENTICATE}?next=${encodeURIComponent(next)}`
