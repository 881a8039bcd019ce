import { personOf } from '#access/server/acting.ts'
import type { PasskeyAnswer } from '#platform/api/webauthn.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import { asSystem, type CallerContext } from '#platform/server/http/as-system.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import { mailMoment } from '#platform/server/mail/mail-dates.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { bankDetailsWaitMs } from '../domain/second-factor.ts'
import { m } from '../messages/messages.ts'
import { passwordLimits, secondFactorLimits } from './limits.ts'
import { oncePerCode } from './once-per-code.ts'
import { notePasskeyUse } from './passkey-queries.ts'
import { recordingRefusal } from './refusal-events.ts'

/** What somebody who is signed in shows again; `code`: of the authenticator, or for recovery; `passkey`: an answer of theirs. */
export interface Proof {
  readonly password?: string | undefined
  readonly code?: string | undefined
  readonly passkey?: PasskeyAnswer | undefined
}

/**
 * Re-authenticates before actions that a stolen session must not allow: with a passkey, or with the second factor if enabled,
 * otherwise with the password. Refuses `passkey_invalid`, `second_factor_invalid` and `wrong_password`.
 */
export async function confirmIdentity(call: OwnCall, { password, code, passkey }: Proof): Promise<void> {
  const { portal, request, reply, session } = call
  if (passkey) return withPasskey(call, passkey)
  if (!session?.twoFactor) return withPassword(call, () => portal.auth.checkPassword(request, password ?? ''))
  const { userId } = personOf(call)
  await recordingRefusal(call, userId, async () => {
    refuseUnless(code, 'second_factor_invalid', m.codeRefused())
    const kind = /^\d{6}$/.test(code) ? 'totp' : 'recovery'
    await countingWrong(portal, secondFactorLimits(userId), () =>
      oncePerCode(portal, { userId, kind, code }, () =>
        kind === 'totp' ? portal.auth.confirmTwoFactor(request, reply, code) : portal.auth.takeRecoveryCode(request, code),
      ),
    )
  })
}

async function withPasskey(call: OwnCall, passkey: PasskeyAnswer): Promise<void> {
  const { portal, request } = call
  const { userId } = personOf(call)
  await recordingRefusal(call, userId, () =>
    countingWrong(portal, secondFactorLimits(userId), () => portal.auth.passkeys.prove(request, userId, passkey)),
  )
  await notePasskeyUse(portal, passkey.id)
}

/** Rate-limits password confirmation, so that a stolen session cannot be used for guessing. */
export function withPassword<T>(call: OwnCall, run: () => Promise<T>): Promise<T> {
  const { userId } = personOf(call)
  return recordingRefusal(call, userId, () => countingWrong(call.portal, passwordLimits(userId), run))
}

/** The required confirmation, and whether it was given. */
export interface Confirmation {
  readonly by: 'password' | 'code'
  readonly given: boolean
}

/** Which confirmation the caller's account needs, and whether the request has one. */
function confirmationOf(session: { readonly twoFactor: boolean } | null, proof: Proof): Confirmation {
  const by = session?.twoFactor ? 'code' : 'password'
  return { by, given: proof[by] !== undefined || proof.passkey !== undefined }
}

/** Lets only those go on who have just proved their identity. Refuses `confirmation_required`, and as `confirmIdentity` does. */
export async function requireIdentity(call: OwnCall, proof: Proof, purpose: string): Promise<void> {
  const { by, given } = confirmationOf(call.session, proof)
  if (!given) throw confirmationRequired(by, purpose)
  await confirmIdentity(call, proof)
}

/**
 * Makes a change that asks for a confirmation. It is tried without one first: who is refused for another reason, or need not show
 * who they are, spends no attempt at the password. Only if it asks and a proof was sent is that checked, outside the transaction,
 * because the auth library opens its own; not repeated for a retried request.
 */
async function confirming<T>(call: OwnCall, proof: Proof, run: (confirmation: Confirmation) => Promise<T>): Promise<T> {
  const { by, given } = confirmationOf(call.session, proof)
  try {
    return await run({ by, given: false })
  } catch (error) {
    const isAsked = error instanceof Refusal && error.code === 'confirmation_required'
    if (!isAsked || !given) throw error
  }
  await confirmIdentity(call, proof)
  return run({ by, given: true })
}

/** Makes a change that asks for a confirmation, in a transaction of the caller that keeps the answer. */
export function withConfirmation<T>(
  call: OwnCall,
  proof: Proof,
  change: (context: TransactionContext, confirmation: Confirmation) => Promise<T>,
): Promise<T> {
  const { portal, actor, request, keepAnswer } = call
  return confirming(call, proof, (confirmation) =>
    withTransaction(portal, actor, async (context) => keepAnswer(context, await change(context, confirmation)), {
      requestId: request.id,
    }),
  )
}

/** The same as the system, for what no role of a person may write. */
export const asSystemWithConfirmation = <T>(
  call: OwnCall,
  proof: Proof,
  change: (context: CallerContext, confirmation: Confirmation) => Promise<T>,
): Promise<T> => confirming(call, proof, (confirmation) => asSystem(call, (context) => change(context, confirmation)))

/** Refuses `confirmation_required`, which undoes the change of this transaction, until the caller is confirmed. */
export function checkConfirmed({ by, given }: Confirmation, purpose: string): void {
  if (!given) throw confirmationRequired(by, purpose)
}

/** The refusal that asks for a confirmation; `purpose` as in 'to change the IBAN'. */
function confirmationRequired(by: 'password' | 'code', purpose: string): Refusal {
  const text = by === 'code' ? m.confirmWithCode({ purpose }) : m.confirmWithPassword({ purpose })
  return new Refusal('confirmation_required', text, { facts: { by } })
}

/**
 * Whoever has got into an account by a reset must not lead its money elsewhere before its owner has read the mail about it.
 * Refuses `bank_details_wait` with the time from which on they may be changed.
 */
export async function refuseSoonAfterReset({ tx, now }: Waiting, userId: string): Promise<void> {
  const { second_factor_reset_at: resetAt } = await tx
    .selectFrom('profiles')
    .select('second_factor_reset_at')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await refuseWithinDay({ tx, now }, resetAt, m.bankDetailsWait)
}

/**
 * Whoever has become an owner or an accountant, or got another address as one, reads and changes no bank details before those
 * who were there have read of it. Refuses `bank_details_wait` with the time from which on they may.
 */
export async function refuseSoonAfterAppointment({ tx, now }: Waiting, userId: string): Promise<void> {
  const member = await tx
    .selectFrom('partner_members as m')
    .innerJoin('profiles as p', 'p.user_id', 'm.person_id')
    .select(['m.appointed_at', 'p.joined_at'])
    .where('m.person_id', '=', userId)
    .where('m.until', 'is', null)
    .executeTakeFirst()
  if (!member?.appointed_at) return
  // Whoever was invited has the role since they came in.
  const since = Math.max(member.appointed_at.getTime(), member.joined_at?.getTime() ?? 0)
  await refuseWithinDay({ tx, now }, new Date(since), m.bankDetailsWaitForNewcomers)
}

type Waiting = Pick<TransactionContext, 'tx' | 'now'>

async function refuseWithinDay({ tx, now }: Waiting, since: Date | null, text: (values: { until: string }) => string) {
  const until = since && new Date(since.getTime() + bankDetailsWaitMs)
  if (!until || until <= now) return
  const { timeZone } = await currentSettings(tx)
  throw new Refusal('bank_details_wait', text({ until: mailMoment(until, timeZone) }), {
    facts: { until: until.toISOString() },
  })
}
