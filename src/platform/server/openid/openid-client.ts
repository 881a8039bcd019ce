import * as oauth from 'oauth4webapi'
import { oneLine } from '#platform/domain/typed-text.ts'
import { fetchChecked } from '#platform/server/outgoing/checked-fetch.ts'
import { type AllowedInside, allowedInside } from '#platform/server/outgoing/internal-addresses.ts'
import { answerRefused, descriptionProblem, libraryProblem, networkProblem, OpenIdError } from './problems.ts'

/** What a provider knows the portal by. */
export interface OpenIdSettings {
  readonly issuer: string
  readonly clientId: string
  /** Null: a client without a secret, which PKCE alone protects. */
  readonly clientSecret: string | null
  readonly scopes: string
}

/** What the portal chose for one attempt to sign in. */
export interface OpenIdAttempt {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

type Claims = Readonly<Record<string, unknown>>

/** Somebody whom the provider has authenticated. */
export interface OpenIdIdentity {
  /** The provider's name of the person, which never changes and is never given to another. */
  readonly subject: string
  /** As the provider has written it. */
  readonly email: string | null
  readonly emailVerified: boolean
  readonly name: string | null
  readonly claims: Claims
}

/** Clocks may differ by as much. */
const toleranceSeconds = 300
/** Signatures with keys that the provider alone has. What is signed with the client's secret, or not at all, is refused. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519']

/**
 * Signs people in with an OpenID Connect provider: code flow with PKCE, state, nonce, and the issuer in the answer (RFC 9207).
 * Descriptions and keys are read each time, so that a provider that rotates its keys is followed at once. Throws an OpenIdError.
 */
export class OpenIdClient {
  readonly #allowed: AllowedInside

  constructor({ oidcAllowInternal }: { readonly oidcAllowInternal: readonly string[] }) {
    this.#allowed = allowedInside(oidcAllowInternal)
  }

  /** Reads the provider's description and its keys. */
  async check(issuer: string): Promise<void> {
    const server = await this.#describe(issuer)
    const response = await this.#options[oauth.customFetch](server.jwks_uri ?? '', { method: 'GET', headers: {} })
    const keys: unknown = response.status === 200 ? await response.json().catch(() => null) : null
    const list = keys && typeof keys === 'object' && 'keys' in keys ? keys.keys : null
    if (!Array.isArray(list) || list.length === 0) throw new OpenIdError({ code: 'no_keys' })
  }

  /** Where a browser is sent to sign in. */
  async signInUrl(settings: OpenIdSettings, attempt: OpenIdAttempt): Promise<string> {
    const { authorization_endpoint } = await this.#describe(settings.issuer)
    const url = new URL(authorization_endpoint ?? '')
    const parameters = {
      client_id: settings.clientId,
      redirect_uri: attempt.redirectUri,
      response_type: 'code',
      scope: settings.scopes,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: await oauth.calculatePKCECodeChallenge(attempt.codeVerifier),
      code_challenge_method: 'S256',
    }
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return url.href
  }

  /** Who has signed in, by the query with which the provider has sent the browser back. `wanted`: claims that are looked for. */
  async identify(
    settings: OpenIdSettings,
    attempt: OpenIdAttempt,
    query: URLSearchParams,
    { now, wanted }: { readonly now: Date; readonly wanted: readonly string[] },
  ): Promise<OpenIdIdentity> {
    const server = await this.#describe(settings.issuer)
    const client: oauth.Client = {
      client_id: settings.clientId,
      [oauth.clockSkew]: Math.round((now.getTime() - Date.now()) / 1000),
      [oauth.clockTolerance]: toleranceSeconds,
    }
    try {
      const answer = oauth.validateAuthResponse(server, client, query, attempt.state)
      const secret = clientAuthentication(server, settings.clientSecret)
      const { redirectUri, codeVerifier } = attempt
      const request = oauth.authorizationCodeGrantRequest(
        server,
        client,
        secret,
        answer,
        redirectUri,
        codeVerifier,
        this.#options,
      )
      const response = await request
      const tokens = await oauth.processAuthorizationCodeResponse(server, client, response, {
        expectedNonce: attempt.nonce,
        requireIdToken: true,
      })
      // The library leaves this to the connection's certificate, which a proxy may end.
      await oauth.validateApplicationLevelSignature(server, response, this.#options)
      const claims = oauth.getValidatedIdTokenClaims(tokens)
      if (!claims) throw answerRefused('there is no ID token')
      checkClaims(claims, settings, now)
      checkSubject(claims)
      const isComplete = isVouchedFor(settings, claims) && wanted.every((name) => name in claims)
      const more = isComplete ? {} : await this.#userInfo(server, client, tokens.access_token, claims.sub)
      return identityOf(settings, claims, more)
    } catch (error) {
      throw new OpenIdError(libraryProblem(error))
    }
  }

  /** Options of each request: all go by the checked road, which allows http inside alone. */
  readonly #options = {
    [oauth.allowInsecureRequests]: true,
    [oauth.customFetch]: async (
      url: string,
      { method, headers, body }: { method: string; headers: Record<string, string>; body?: unknown },
    ): Promise<Response> => {
      const request = { url, method, headers, body: body === undefined || body === null ? undefined : String(body) }
      try {
        return await fetchChecked(request, this.#allowed)
      } catch (error) {
        throw new OpenIdError(networkProblem(error))
      }
    },
  }

  async #describe(issuer: string): Promise<oauth.AuthorizationServer> {
    const address = new URL(issuer)
    const response = await oauth.discoveryRequest(address, { algorithm: 'oidc', ...this.#options })
    const { status } = response
    if (status >= 300 && status < 400) throw new OpenIdError({ code: 'redirects', to: response.headers.get('location') ?? '' })
    if (status !== 200) throw new OpenIdError({ code: 'wrong_status', status })
    const server = await oauth.processDiscoveryResponse(address, response).catch((error: unknown) => {
      throw new OpenIdError(descriptionProblem(error))
    })
    const { authorization_endpoint, token_endpoint, jwks_uri, response_types_supported = ['code'] } = server
    const hasCodeFlow = response_types_supported.includes('code') && this.#opensInBrowsers(authorization_endpoint)
    if (!hasCodeFlow || !token_endpoint) throw new OpenIdError({ code: 'no_code_flow' })
    if (!jwks_uri) throw new OpenIdError({ code: 'no_keys' })
    const signed = server.id_token_signing_alg_values_supported?.filter((name) => algorithms.includes(name))
    return { ...server, id_token_signing_alg_values_supported: signed?.length ? signed : ['RS256'] }
  }

  /** Whether an address is one that a browser may be sent to. */
  #opensInBrowsers(address: string | undefined): boolean {
    if (!address || !URL.canParse(address)) return false
    const { protocol, hostname } = new URL(address)
    return protocol === 'https:' || (protocol === 'http:' && (this.#allowed.host(hostname) || this.#allowed.address(hostname)))
  }

  async #userInfo(server: oauth.AuthorizationServer, client: oauth.Client, token: string, subject: string): Promise<Claims> {
    if (!server.userinfo_endpoint) return {}
    const response = await oauth.userInfoRequest(server, client, token, this.#options)
    return oauth.processUserInfoResponse(server, client, subject, response)
  }
}

/** How the client shows its secret: as the provider takes it, the standard way first. */
function clientAuthentication(server: oauth.AuthorizationServer, secret: string | null): oauth.ClientAuth {
  if (secret === null) return oauth.None()
  const ways = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ways.includes('client_secret_basic') ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret)
}

/** What the library leaves open: whom a token with one audience was made for, and that it was made just now. */
function checkClaims(claims: oauth.IDToken, { clientId }: OpenIdSettings, now: Date): void {
  if (claims.azp !== undefined && claims.azp !== clientId) throw answerRefused('the ID token was made for another client (azp)')
  const difference = Math.round(claims.iat - now.getTime() / 1000)
  if (Math.abs(difference) <= toleranceSeconds) return
  throw new OpenIdError({ code: 'clock', detail: `the ID token was issued ${difference} seconds from now` })
}

/** OpenID Connect Core, section 2: at most 255 ASCII characters. */
function checkSubject({ sub }: oauth.IDToken): void {
  if (!/^[\x20-\x7e]{1,255}$/.test(sub)) throw answerRefused('the subject is no name of at most 255 ASCII characters')
}

/** Microsoft says in a claim of its own that an address is at a domain which its owner has proven to be theirs. */
const verifiedBy = ({ issuer }: OpenIdSettings, claims: Claims): unknown =>
  claims.email_verified ?? (new URL(issuer).hostname === 'login.microsoftonline.com' ? claims.xms_edov : undefined)

const isVouchedFor = (settings: OpenIdSettings, claims: Claims) => 'email' in claims && verifiedBy(settings, claims) !== undefined

function identityOf(settings: OpenIdSettings, claims: oauth.IDToken, more: Claims): OpenIdIdentity {
  // The address and what is said of it come from one place.
  const source: Claims = isVouchedFor(settings, claims) || !('email' in more) ? claims : more
  const { email } = source
  const verified = verifiedBy(settings, source)
  const all: Claims = { ...more, ...claims }
  return {
    subject: claims.sub,
    email: typeof email === 'string' ? email : null,
    emailVerified: [true, 'true', 1, '1'].some((yes) => yes === verified),
    name: typeof all.name === 'string' ? oneLine(all.name.toWellFormed()) : null,
    claims: all,
  }
}
