import { system } from '#access/domain/actor.ts'
import { partnerOf } from '#access/server/acting.ts'
import { originOf, type Session } from '#access/server/session.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import { presentContract } from '../present.ts'
import { findContract } from '../queries.ts'
import type { SignerContext } from './prepare.ts'
import type { Signer } from './subject.ts'

export function sessionOf({ session }: OwnCall): Session {
  if (!session) throw new Refusal('not_signed_in', m.pleaseSignIn())
  return session
}

export const callerOf = (call: OwnCall) => sessionOf(call).userId

/** Who signs, and for which partner. Refuses `not_allowed` for everybody who acts for none. */
export function signingCaller(call: OwnCall): Signer {
  return { userId: callerOf(call), partnerId: partnerOf(call).id }
}

/**
 * Writes for somebody what their own role may not write; the events name the person. Row-level security does not hold here:
 * the command that runs has to compare the owner of the record, as `lockSubject` does.
 */
export function runAsSystemFor<T>(call: OwnCall, run: (context: TransactionContext) => Promise<T>): Promise<T> {
  return withTransaction(call.portal, system, run, {
    requestId: call.request.id,
    behalfOf: callerOf(call),
    origin: originOf(call),
  })
}

async function contractIn(tx: Tx, call: OwnCall, id: string): Promise<Contract> {
  const row = await findContract(tx, id)
  if (!row) throw new Refusal('not_found', m.noSuchContract())
  const { portal, actor } = call
  return presentContract(row, { actor, portal, now: portal.clock.now(), sessionId: sessionOf(call).id })
}

/** The contract as the caller may see it. */
export function reloadContract(call: OwnCall, id: string): Promise<Contract> {
  return call.portal.database.asActor(call.actor, (tx) => contractIn(tx, call, id))
}

/** The answer to a change of a contract, kept in the transaction that makes the change. */
export type AnswerIn = (context: TransactionContext) => Promise<Contract>

export function answerWith(call: OwnCall, id: string): AnswerIn {
  return async (context) => call.keepAnswer(context, await contractIn(context.tx, call, id))
}

export function signerOf(call: OwnCall): SignerContext {
  const { request, portal } = call
  return {
    ...signingCaller(call),
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    locale: (request.headers['accept-language'] ?? '').slice(0, 100),
    requestId: request.id,
    origin: originOf(call),
    publicUrl: portal.config.publicUrl,
    secret: portal.config.secret,
  }
}
