import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/database.ts'
import { OpenIdClient } from '#platform/server/openid/openid-client.ts'
import { isSecure, type LibraryApi, openLibrary } from './library.ts'
import { headersOf, passCookies, refusing } from './library-calls.ts'
import { Passkeys } from './passkey-auth.ts'
import { PasswordHashes } from './password-hashes.ts'

/** Facade over better-auth. Cookies set by the library are copied to the reply. */
export class Auth {
  readonly sessionCookie: string
  readonly challengeCookie: string
  readonly passkeys: Passkeys
  readonly openId: OpenIdClient
  readonly #api: LibraryApi
  readonly #passwords: PasswordHashes

  constructor(config: Config, database: Pick<Database, 'auth'>, passwords = new PasswordHashes()) {
    const prefix = isSecure(config) ? '__Secure-' : ''
    this.sessionCookie = `${prefix}passerelle.session_token`
    this.challengeCookie = `${prefix}passerelle.two_factor`
    this.#api = openLibrary(config, database, passwords).api
    this.passkeys = new Passkeys(this.#api, this.sessionCookie)
    this.openId = new OpenIdClient(config)
    this.#passwords = passwords
  }

  hashPassword(password: string): Promise<string> {
    return this.#passwords.hash(password)
  }

  /** Verifies e-mail and password; opens a session, or requires the second factor if enabled. */
  async signIn(request: FastifyRequest, reply: FastifyReply, email: string, password: string) {
    const options = { body: { email, password }, headers: headersOf(request), returnHeaders: true as const }
    const { response, headers } = await refusing(this.#api.signInEmail(options), {
      INVALID_EMAIL_OR_PASSWORD: 'invalid_credentials',
    })
    passCookies(headers, reply)
    if ('twoFactorRedirect' in response) return { next: 'second_factor' as const }
    return { next: 'done' as const, userId: response.user.id, token: response.token }
  }

  /** Opens a session for somebody who has shown who they are without a password, or requires the second factor if enabled. */
  async open(
    request: FastifyRequest,
    reply: FastifyReply,
    userId: string,
    { method, arrival }: { readonly method: 'link' | 'provider'; readonly arrival: string | null },
  ) {
    const body = { userId, method, ...(arrival ? { arrival } : {}) }
    const options = { body, headers: headersOf(request, this.sessionCookie), returnHeaders: true as const }
    const { response, headers } = await this.#api.openSession(options)
    passCookies(headers, reply)
    return response
  }

  /** What was kept until the second factor was given; null where nothing was, and a second time. */
  takeArrival(request: FastifyRequest): Promise<string | null> {
    return this.#api.takeArrival({ headers: headersOf(request, this.sessionCookie) })
  }

  /** Completes sign-in with the second factor. An existing session is ignored, so that attempts count against the challenge. */
  async verifySecondFactor(request: FastifyRequest, reply: FastifyReply, code: string, kind: 'totp' | 'recovery') {
    const options = { body: { code }, headers: headersOf(request, this.sessionCookie), returnHeaders: true as const }
    const call = kind === 'totp' ? this.#api.verifyTOTP(options) : this.#api.verifyBackupCode(options)
    const { response, headers } = await refusing<{ response: { token?: string; user: { id: string } }; headers: Headers }>(call, {
      INVALID_CODE: 'second_factor_invalid',
      INVALID_BACKUP_CODE: 'second_factor_invalid',
      // Concurrent use of two recovery codes: the second one is still valid.
      CONFLICT: 'second_factor_expired',
      INVALID_TWO_FACTOR_COOKIE: 'second_factor_expired',
      TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'second_factor_expired',
      ACCOUNT_TEMPORARILY_LOCKED: 'too_many_requests',
      TOTP_NOT_ENABLED: 'two_factor_off',
      BACKUP_CODES_NOT_ENABLED: 'two_factor_off',
    })
    passCookies(headers, reply)
    return { userId: response.user.id, token: response.token ?? null }
  }

  async signOut(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { headers } = await refusing(this.#api.signOut({ headers: headersOf(request), returnHeaders: true as const }), {})
    passCookies(headers, reply)
  }

  /** Extends the session. */
  async prolong(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { headers } = await refusing(
      this.#api.getSession({ headers: headersOf(request), query: { disableCookieCache: true }, returnHeaders: true as const }),
      {},
    )
    passCookies(headers, reply)
  }

  /** Verifies the password of the signed-in person. Refuses `wrong_password`. */
  async checkPassword(request: FastifyRequest, password: string): Promise<void> {
    await refusing(this.#api.verifyPassword({ body: { password }, headers: headersOf(request) }), {
      INVALID_PASSWORD: 'wrong_password',
    })
  }

  /** Changes the password, ends all other sessions and renews this one. */
  async changePassword(request: FastifyRequest, reply: FastifyReply, currentPassword: string, newPassword: string) {
    const body = { currentPassword, newPassword, revokeOtherSessions: true }
    const options = { body, headers: headersOf(request), returnHeaders: true as const }
    const { headers } = await refusing(this.#api.changePassword(options), { INVALID_PASSWORD: 'wrong_password' })
    passCookies(headers, reply)
  }

  /** Starts two-factor set-up; enabled once a first code is confirmed. */
  async startTwoFactor(request: FastifyRequest, password: string, issuer: string) {
    const started = await refusing(
      this.#api.enableTwoFactor({ body: { password, method: 'totp', issuer }, headers: headersOf(request) }),
      { INVALID_PASSWORD: 'wrong_password', TOTP_ALREADY_ENABLED: 'two_factor_already_on' },
    )
    if (started.method !== 'totp') throw new Error('the sign-in library did not start TOTP')
    return { totpUri: started.totpURI, recoveryCodes: started.backupCodes }
  }

  /** Enables two-factor with a first code and renews the session. */
  async confirmTwoFactor(request: FastifyRequest, reply: FastifyReply, code: string): Promise<void> {
    const options = { body: { code }, headers: headersOf(request), returnHeaders: true as const }
    const { headers } = await refusing(this.#api.verifyTOTP(options), {
      INVALID_CODE: 'second_factor_invalid',
      TOTP_NOT_ENABLED: 'two_factor_off',
    })
    passCookies(headers, reply)
  }

  /** Uses a recovery code of the signed-in person up. Refuses `second_factor_invalid`. */
  async takeRecoveryCode(request: FastifyRequest, code: string): Promise<void> {
    await refusing(this.#api.verifyBackupCode({ body: { code, disableSession: true }, headers: headersOf(request) }), {
      INVALID_BACKUP_CODE: 'second_factor_invalid',
      // Somebody uses another one at once.
      CONFLICT: 'second_factor_invalid',
      BACKUP_CODES_NOT_ENABLED: 'two_factor_off',
    })
  }

  async renewRecoveryCodes(request: FastifyRequest, password: string): Promise<string[]> {
    const { backupCodes } = await refusing(this.#api.generateBackupCodes({ body: { password }, headers: headersOf(request) }), {
      INVALID_PASSWORD: 'wrong_password',
      TWO_FACTOR_NOT_ENABLED: 'two_factor_off',
    })
    return backupCodes
  }

  async stopTwoFactor(request: FastifyRequest, reply: FastifyReply, password: string): Promise<void> {
    const options = { body: { password }, headers: headersOf(request), returnHeaders: true as const }
    const { headers } = await refusing(this.#api.disableTwoFactor(options), {
      INVALID_PASSWORD: 'wrong_password',
      TWO_FACTOR_NOT_ENABLED: 'two_factor_off',
    })
    passCookies(headers, reply)
  }
}
