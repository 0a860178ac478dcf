// What a person lets an application do for them.

export const OAUTH_SCOPES = ['pricing:read', 'domains:manage'] as const
export type OAuthScope = (typeof OAUTH_SCOPES)[number]

/** Granted when an application does not say what it wants. */
export const OAUTH_SCOPE_DEFAULT: OAuthScope = 'pricing:read'
