// Single sign-on by OpenID Connect: sends a person to the configured provider, and reads who comes back.
import type { Configuration } from 'openid-client'
import { RECENT_SIGN_IN_SECONDS } from '../kernel/limits.ts'
import type { SsoConfig } from '../kernel/settings/sso.ts'

/** Kept by the browser, sealed, until the person comes back. */
export type SsoStart = { state: string; nonce: string; verifier: string }

/** `unavailable`: no sensible response. `rejected`: the provider, or our check of its response, says no. */
export type SsoFailure = { failure: 'unavailable' | 'rejected'; error: Error }

export type Sso = {
  begin(): Promise<{ url: string; start: SsoStart } | SsoFailure>
  /** The claims of the verified ID token. `returned` is the URL to which the provider sent the browser. */
  finish(returned: URL, start: SsoStart): Promise<{ claims: Record<string, unknown> } | SsoFailure>
}

const TIMEOUT_SECONDS = 5
/** The provider's endpoints and keys are read again after this time. */
const DISCOVERY_SECONDS = 3600

/** Rejections by the provider or by a check. Everything else is trouble with the connection or the provider. */
const REJECTIONS = new Set([
  'OAUTH_RESPONSE_BODY_ERROR',
  'OAUTH_AUTHORIZATION_RESPONSE_ERROR',
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED',
])

function toFailure(error: unknown): SsoFailure {
  const { code = '' } = error as { code?: string }
  return { failure: REJECTIONS.has(code) ? 'rejected' : 'unavailable', error: error as Error }
}

export function createSso(config: SsoConfig, baseUrl: string): Sso {
  const redirectUri = `${baseUrl}/sign-in/sso/callback`
  let found: { configuration: Promise<Configuration>; at: number } | null = null

  /** Calls go to the issuer, and to the endpoints that its discovery document names; redirects are not followed. */
  async function discover(): Promise<Configuration> {
    const { allowInsecureRequests, discovery, enableNonRepudiationChecks } = await import('openid-client')
    // Production has an https issuer; plain http is for a provider on the same machine.
    const insecure = config.issuer.startsWith('http:') ? [allowInsecureRequests] : []
    return discovery(new URL(config.issuer), config.clientId, config.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: [...insecure, enableNonRepudiationChecks],
    })
  }

  function configured(): Promise<Configuration> {
    const now = performance.now()
    if (found === null || now - found.at > DISCOVERY_SECONDS * 1000) {
      const asked = { configuration: discover(), at: now }
      found = asked
      // A failure is not kept: the next person asks again.
      asked.configuration.catch(() => {
        if (found === asked) found = null
      })
    }
    return found.configuration
  }

  async function begin() {
    const configuration = await configured()
    const client = await import('openid-client')
    const start = {
      state: client.randomState(),
      nonce: client.randomNonce(),
      verifier: client.randomPKCECodeVerifier(),
    }
    const url = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope: 'openid email',
      state: start.state,
      nonce: start.nonce,
      code_challenge: await client.calculatePKCECodeChallenge(start.verifier),
      code_challenge_method: 'S256',
      // A provider's older session must not count as a recent sign-in here.
      max_age: String(RECENT_SIGN_IN_SECONDS),
    })
    return { url: url.href, start }
  }

  async function finish(returned: URL, { state, nonce, verifier }: SsoStart) {
    const { authorizationCodeGrant } = await import('openid-client')
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
    const tokens = await authorizationCodeGrant(await configured(), returned, checks)
    return { claims: { ...tokens.claims() } }
  }

  return {
    begin: () => begin().catch(toFailure),
    finish: (returned, start) => finish(returned, start).catch(toFailure),
  }
}
