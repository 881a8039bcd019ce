import { kyselyAdapter } from '@better-auth/kysely-adapter'
import { passkey } from '@better-auth/passkey'
import { type BetterAuthOptions, betterAuth } from 'better-auth'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { sessionRefreshSeconds, sessionSeconds } from '#access/server/session-age.ts'
import type { Config } from '#platform/server/config.ts'
import type { Database } from '#platform/server/db/database.ts'
import { newId } from '#platform/server/ids.ts'
import { passwordMaxLength, passwordMinLength } from '../domain/passwords.ts'
import { withHashedTokens } from './hashed-tokens.ts'
import { clientAddress } from './library-calls.ts'
import { passkeyChallenge, passkeyProof, relyingParty } from './passkey-proof.ts'
import type { PasswordHashes } from './password-hashes.ts'
import { sessionMethodField, sessionMethodHooks } from './session-method.ts'
import { sessionOpening } from './session-opening.ts'

export const isSecure = ({ publicUrl }: Config) => publicUrl.startsWith('https:')

export function openLibrary(config: Config, database: Pick<Database, 'auth'>, passwords: PasswordHashes) {
  return betterAuth({
    appName: 'Passerelle',
    baseURL: config.publicUrl,
    basePath: '/api/auth',
    secret: config.secret,
    database: (options: BetterAuthOptions) =>
      withHashedTokens(kyselyAdapter(database.auth, { type: 'postgres', transaction: true })(options)),
    ...authTables,
    // What needs somebody to be there asks for a proof, however old their session is.
    session: { ...authTables.session, expiresIn: sessionSeconds, updateAge: sessionRefreshSeconds, freshAge: 0 },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: passwordMinLength,
      maxPasswordLength: passwordMaxLength,
      password: { hash: (password) => passwords.hash(password), verify: (credentials) => passwords.verify(credentials) },
    },
    verification: { ...authTables.verification, storeIdentifier: 'hashed' },
    databaseHooks: sessionMethodHooks,
    plugins: [
      twoFactor({ issuer: 'Passerelle', schema: twoFactorTables }),
      passkey({
        rpName: 'Passerelle',
        ...relyingParty(config),
        schema: passkeyTables,
        // A passkey stands for both factors, so its device has asked for a PIN or a finger.
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
        registration: { afterVerification: ({ verification }) => requireUser(verification.registrationInfo?.userVerified) },
        authentication: { afterVerification: ({ verification }) => requireUser(verification.authenticationInfo.userVerified) },
        advanced: { webAuthnChallengeCookie: passkeyChallenge },
      }),
      passkeyProof(relyingParty(config)),
      sessionOpening,
    ],
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

export type LibraryApi = ReturnType<typeof openLibrary>['api']

/** The library refuses what throws here. */
function requireUser(isVerified: boolean | undefined): void {
  if (!isVerified) throw new Error('the device did not verify its user')
}

const times = { createdAt: 'created_at', updatedAt: 'updated_at' }

/** Maps the library's models to our tables (schema `auth`). */
const authTables = {
  user: { modelName: 'users', fields: { emailVerified: 'email_verified', ...times } },
  session: {
    modelName: 'sessions',
    fields: { userId: 'user_id', expiresAt: 'expires_at', ipAddress: 'ip_address', userAgent: 'user_agent', ...times },
    additionalFields: sessionMethodField,
  },
  account: {
    modelName: 'accounts',
    fields: {
      userId: 'user_id',
      accountId: 'account_id',
      providerId: 'provider_id',
      accessToken: 'access_token',
      refreshToken: 'refresh_token',
      idToken: 'id_token',
      accessTokenExpiresAt: 'access_token_expires_at',
      refreshTokenExpiresAt: 'refresh_token_expires_at',
      ...times,
    },
  },
  verification: { modelName: 'verifications', fields: { expiresAt: 'expires_at', ...times } },
}

const twoFactorTables = {
  user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
  twoFactor: {
    modelName: 'two_factors',
    fields: {
      userId: 'user_id',
      backupCodes: 'backup_codes',
      failedVerificationCount: 'failed_verification_count',
      lockedUntil: 'locked_until',
    },
  },
}

const passkeyTables = {
  passkey: {
    modelName: 'passkeys',
    fields: {
      userId: 'user_id',
      publicKey: 'public_key',
      credentialID: 'credential_id',
      deviceType: 'device_type',
      backedUp: 'backed_up',
      createdAt: 'created_at',
    },
  },
}
