import { visitorPaths } from '#access/domain/visitor-paths.ts'
import { openIdSettings, providerInUse, type StoredProvider } from '#accounts/identity-provider/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import { newId } from '#platform/server/ids.ts'
import type { OpenIdAttempt } from '#platform/server/openid/openid-client.ts'
import { OpenIdError, type OpenIdProblem } from '#platform/server/openid/problems.ts'
import { sign, verify } from '#platform/server/secrets/hmac.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { providerSignInMinutes } from '../domain/provider-sign-in.ts'
import { m } from '../messages/messages.ts'
import type { ProviderBrowser } from './provider-browser.ts'

/** An attempt of a browser, and the provider that it is made at. */
export interface ProviderSignIn {
  readonly provider: StoredProvider
  readonly attempt: OpenIdAttempt
}

export const signInExpired = () => new Refusal('provider_sign_in_expired', m.providerSignInExpired())

/** The provider that people may sign in with. Refuses `sign_in_way_off`. */
async function providerOffered({ tx }: Pick<TransactionContext, 'tx'>): Promise<StoredProvider> {
  const provider = await providerInUse(tx)
  if (!provider) throw new Refusal('sign_in_way_off', m.providerOff())
  return provider
}

const attemptOf = ({ publicUrl, secret }: Config, id: string, browser: ProviderBrowser): OpenIdAttempt => ({
  redirectUri: `${publicUrl}${visitorPaths.signInProvider}`,
  state: `${id}.${sign(secret, 'provider-sign-in', id)}`,
  nonce: browser.chosen('nonce', id),
  codeVerifier: browser.chosen('code verifier', id),
})

/** Notes that this browser begins to sign in. Refuses `sign_in_way_off`. */
export async function beginSignIn(
  context: TransactionContext,
  config: Config,
  browser: ProviderBrowser,
): Promise<ProviderSignIn> {
  const { tx, now } = context
  const provider = await providerOffered(context)
  const id = newId()
  await tx.deleteFrom('provider_sign_ins').where('expires_at', '<=', now).execute()
  await tx
    .insertInto('provider_sign_ins')
    .values({
      id,
      provider_id: provider.id,
      issuer: provider.issuer,
      browser_hash: browser.hash,
      created_at: now,
      expires_at: new Date(now.getTime() + providerSignInMinutes * 60_000),
    })
    .execute()
  return { provider, attempt: attemptOf(config, id, browser) }
}

/**
 * Uses up what this browser has begun; `state` is what the provider has sent it back with. Refuses `provider_sign_in_expired` for
 * another browser, for a second time, and once the provider is another one, and `sign_in_way_off`.
 */
export async function takeSignIn(
  context: TransactionContext,
  config: Config,
  state: string | null,
  browser: ProviderBrowser | null,
): Promise<ProviderSignIn> {
  const provider = await providerOffered(context)
  const [id = '', signature = ''] = state?.split('.') ?? []
  if (!browser || !/^[0-9a-f-]{36}$/.test(id) || !verify(config.secret, 'provider-sign-in', id, signature)) throw signInExpired()
  const begun = await context.tx
    .deleteFrom('provider_sign_ins')
    .where('id', '=', id)
    .where('browser_hash', '=', browser.hash)
    .where('provider_id', '=', provider.id)
    .where('issuer', '=', provider.issuer)
    .where('expires_at', '>', context.now)
    .executeTakeFirst()
  if (begun.numDeletedRows === 0n) throw signInExpired()
  return { provider, attempt: attemptOf(config, id, browser) }
}

/** What the provider is asked with. */
export const settingsOf = (config: Config, { provider }: ProviderSignIn) => openIdSettings(config, provider)

/** Says to whoever signs in what they can do about a problem with the provider. */
export function refusingProvider(error: unknown, { provider: { name } }: ProviderSignIn): Refusal {
  if (!(error instanceof OpenIdError)) throw error
  return refusalOf(error.problem, name)
}

function refusalOf(problem: OpenIdProblem, name: string): Refusal {
  switch (problem.code) {
    case 'declined':
      return new Refusal('provider_declined', m.providerDeclined({ name }))
    case 'clock':
      return new Refusal('provider_answer_refused', m.providerClock({ name }))
    case 'client_unknown':
      return new Refusal('provider_answer_refused', m.providerClientUnknown({ name }))
    case 'answer_refused':
      return new Refusal('provider_answer_refused', m.providerAnswerRefused({ name }))
    default:
      return new Refusal('provider_unreachable', m.providerUnreachable({ name }))
  }
}
