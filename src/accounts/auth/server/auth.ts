import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { texts } from '#platform/domain/languages.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/database.ts'
import { sessionRefreshSeconds, sessionSeconds } from '#platform/server/http/sessions/session-age.ts'
import { newId } from '#platform/server/ids.ts'
import { passwordMaxLength, passwordMinLength } from '../domain/passwords.ts'
import { m } from '../messages/messages.ts'
import { withHashedTokens } from './hashed-tokens.ts'
import { PasswordHashes } from './password-hashes.ts'
import { sessionMethodHooks } from './session-method.ts'
import { sessionOpening } from './session-opening.ts'
import { authTables, twoFactorTables } from './tables.ts'

const clientAddress = 'x-client-address'

const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

function openLibrary(config: Config, database: Pick<Database, 'auth'>, passwords: PasswordHashes) {
  return betterAuth({
    appName: 'Passerelle',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    database: (options: BetterAuthOptions) =>
      withHashedTokens(kyselyAdapter(database.auth, { type: 'postgres', transaction: true })(options)),
    ...authTables,
    session: { ...authTables.session, expiresIn: sessionSeconds, updateAge: sessionRefreshSeconds },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: { hash: (password) => passwords.hash(password), verify: (credentials) => passwords.verify(credentials) },
    },
    verification: { ...authTables.verification, storeIdentifier: 'hashed' },
    databaseHooks: sessionMethodHooks,
    plugins: [twoFactor({ issuer: 'Passerelle', schema: twoFactorTables }), sessionOpening],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
    advanced: {
      cookiePrefix: 'passerelle',
      useSecureCookies: isSecure(config),
      database: { generateId: newId },
      ipAddress: { ipAddressHeaders: [clientAddress] },
    },
  })
}

/** Facade over better-auth. Cookies set by the library are copied to the reply. */
export class Auth {
  readonly sessionCookie: string
  readonly challengeCookie: string
  readonly #api: ReturnType<typeof openLibrary>['api']
  readonly #passwords: PasswordHashes

  constructor(config: Config, database: Pick<Database, 'auth'>, passwords = new PasswordHashes()) {
    const prefix = isSecure(config) ? '__Secure-' : ''
    this.sessionCookie = `${prefix}passerelle.session_token`
    this.challengeCookie = `${prefix}passerelle.two_factor`
    this.#api = openLibrary(config, database, passwords).api
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
  async open(request: FastifyRequest, reply: FastifyReply, userId: string, method: 'link' | 'provider') {
    const options = { body: { userId, method }, headers: headersOf(request, this.sessionCookie), returnHeaders: true as const }
    const { response, headers } = await this.#api.openSession(options)
    passCookies(headers, reply)
    return response
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

/** Headers passed to the library, with the client address resolved through trusted proxies. */
function headersOf(request: FastifyRequest, withoutCookie?: string): Headers {
  const headers = new Headers({ [clientAddress]: request.ip })
  const { cookie, 'user-agent': agent } = request.headers
  const cookies = cookie?.split(/; */).filter((each) => !withoutCookie || !each.startsWith(`${withoutCookie}=`))
  if (cookies) headers.set('cookie', cookies.join('; '))
  if (agent) headers.set('user-agent', agent)
  return headers
}

function passCookies(headers: Headers | null, reply: FastifyReply): void {
  for (const cookie of headers?.getSetCookie() ?? []) reply.header('set-cookie', cookie)
}

/** Maps the library's expected errors to refusals; rethrows anything else. */
async function refusing<T>(call: Promise<T>, refusals: Readonly<Record<string, RefusalCode>>): Promise<T> {
  try {
    return await call
  } catch (error) {
    const { body, status } = error as { body?: { code?: string }; status?: string }
    const code = body?.code ?? status
    const refusal = code && refusals[code]
    if (refusal) throw new Refusal(refusal, refusalTexts[refusal] ?? refusal)
    throw error
  }
}

const refusalTexts: Partial<Record<RefusalCode, string>> = texts({
  invalid_credentials: m.credentialsInvalid,
  second_factor_invalid: m.codeRefused,
  second_factor_expired: m.verificationExpired,
  too_many_requests: m.tooManyAttempts,
  wrong_password: m.passwordWrong,
  two_factor_already_on: m.twoFactorAlreadyOn,
  two_factor_off: m.twoFactorNotOn,
})
