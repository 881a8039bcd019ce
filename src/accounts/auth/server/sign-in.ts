import type { Me } from '#access/api/session.ts'
import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { personOf } from '#access/server/acting.ts'
import type { Session } from '#access/server/session.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { chosenLanguage } from '#platform/server/reading/request-reading.ts'
import { tokenHash } from '#platform/server/secrets/token-hash.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { m } from '../messages/messages.ts'
import { rememberDevice } from './known-device.ts'
import { type Arrival, settleArrival } from './provider-admission.ts'
import { findAccount, readMe } from './queries.ts'

export function tokenOf(session: Session | null): string {
  if (!session) throw new Refusal('not_signed_in', m.pleaseSignIn())
  return session.token
}

/** Refuses a code without a pending second-factor challenge. */
export function challengeOver(): Refusal {
  return new Refusal('second_factor_expired', m.verificationExpired())
}

/** Signs a person in with a newly chosen password. */
export async function signInAs(call: OwnCall, email: string, password: string): Promise<Me> {
  const result = await call.portal.auth.signIn(call.request, call.reply, email, password)
  if (result.next !== 'done') throw new Error('a new account cannot have a second factor yet')
  return signedIn(call, result.userId, result.token)
}

/** Marks the browser as known, so that other people's wrong passwords do not lock it out. */
export async function knowDevice({ portal, request, reply }: OwnCall, userId: string): Promise<void> {
  const account = await findAccount(portal, { userId })
  if (account) rememberDevice(portal, request, reply, account)
}

/**
 * Opens a session for somebody who has shown who they are without a password, unless a second factor is asked for. What a
 * provider has said of them is kept until that was given.
 */
export async function openedFor(call: OwnCall, userId: string, method: 'link' | 'provider', arrival: Arrival | null = null) {
  const { portal, request, reply } = call
  const opened = await portal.auth.open(request, reply, userId, { method, arrival: arrival && JSON.stringify(arrival) })
  if (opened.next === 'second_factor') return { next: opened.next, me: null }
  if (arrival) await settle(call, userId, arrival)
  return { next: opened.next, me: await signedIn(call, userId, opened.token) }
}

/** Settles what a provider has said of somebody who has given their second factor; most have come by another way. */
export async function settleKeptArrival(call: OwnCall, userId: string): Promise<void> {
  const kept = await call.portal.auth.takeArrival(call.request)
  if (kept !== null) await settle(call, userId, JSON.parse(kept) as Arrival)
}

async function settle({ portal, request }: OwnCall, userId: string, arrival: Arrival): Promise<void> {
  const { isRoleUntold } = await withTransaction(portal, system, (context) => settleArrival(context, userId, arrival))
  if (!isRoleUntold) return
  request.log.warn(`sign-in with ${arrival.issuer}: the claim of the role was not there, and the role stays as it is`)
}

/** Records the new session and returns the person. */
export async function signedIn(call: OwnCall, userId: string, token: string | null): Promise<Me> {
  if (!token) throw new Error('the sign-in library opened no session')
  await withTransaction(call.portal, system, async (context) => {
    const { method } = await context.tx
      .selectFrom('auth.sessions')
      .select('method')
      .where('token', '=', tokenHash(token))
      .executeTakeFirstOrThrow()
    await context.recordEvent({
      name: 'session.started',
      subjectId: userId,
      audience: staff,
      after: { address: call.request.ip, method },
    })
  })
  await keepFirstLanguage(call, userId)
  await knowDevice(call, userId)
  return readMe(call.portal, token)
}

/** Who has chosen a language before the first sign-in keeps it. */
async function keepFirstLanguage({ portal, request }: OwnCall, userId: string): Promise<void> {
  const language = chosenLanguage(request)
  if (!language) return
  await portal.database.asActor(system, (tx) =>
    tx.updateTable('profiles').set({ language }).where('user_id', '=', userId).where('language', 'is', null).execute(),
  )
}

/** Records the end of a session, which closes its streams on all servers. */
export async function sessionEnded(call: OwnCall, userId: string, sessionId: string): Promise<void> {
  await withTransaction(call.portal, system, (context) =>
    context.recordEvent({ name: 'session.ended', subjectId: userId, audience: staff, after: { sessionId } }),
  )
}

/** Records a change to sign-in; the person is notified by mail. */
export async function recordChange(
  call: OwnCall,
  name: 'password.changed' | 'two_factor.enabled' | 'two_factor.disabled' | 'recovery_codes.renewed',
): Promise<void> {
  const { userId } = personOf(call)
  const after = { address: call.request.ip }
  await withTransaction(call.portal, call.actor, (context) =>
    context.recordEvent({ name, subjectId: userId, audience: staff, after }),
  )
}

/** Records a passkey that came or went; the person is notified by mail. */
export async function recordPasskey(call: OwnCall, name: 'passkey.added' | 'passkey.removed', passkey: string): Promise<void> {
  const { userId } = personOf(call)
  const after = { address: call.request.ip, name: passkey }
  await withTransaction(call.portal, call.actor, (context) =>
    context.recordEvent({ name, subjectId: userId, audience: staff, after }),
  )
}
