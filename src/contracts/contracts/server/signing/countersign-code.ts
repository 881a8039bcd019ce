import { timingSafeEqual } from 'node:crypto'
import { type Selectable, sql } from 'kysely'
import { staff } from '#access/domain/audience.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Config } from '#platform/server/config.ts'
import type { CountersignCodes } from '#platform/server/db/schema.generated.ts'
import { newId } from '#platform/server/ids.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { countersignMinutes, signingCode } from '../../domain/signing.ts'
import { m } from '../../messages/messages.ts'
import { checkCounterSignerPrintable } from './printable-names.ts'

export type CountersignCodeRow = Selectable<CountersignCodes>

/** Derives the six digits from the secret and the code's row, which names its person and signatures (HMAC). */
export function countersignDigits(config: Pick<Config, 'secret'>, code: CountersignCodeRow): string {
  const bound = [code.id, code.user_id, ...[...code.signature_ids].sort()].join(' ')
  const value = Buffer.from(sign(config.secret, 'countersign-code', bound), 'base64url').readBigUInt64BE() % 1_000_000n
  return String(value).padStart(6, '0')
}

/** Those of the given contracts that await the provider's signature. */
function waitingAmong({ tx }: Pick<TransactionContext, 'tx'>, contractIds: readonly string[]) {
  return tx
    .selectFrom('contracts as c')
    .innerJoin('signatures as s', 's.contract_id', 'c.id')
    .select(['c.id', 'c.user_id', 's.id as signatureId'])
    .where('c.id', 'in', contractIds)
    .where('s.role', '=', 'partner')
    .where('s.revoked_at', 'is', null)
    .where('c.countersigned_at', 'is', null)
    .orderBy('c.id')
    .execute()
}

/** Creates one code for a batch of contracts and invalidates earlier ones. The event triggers its mail. */
export async function addCountersignCode(
  context: TransactionContext,
  userId: string,
  contractIds: readonly string[],
): Promise<CountersignCodeRow> {
  const waiting = await waitingAmong(context, contractIds)
  refuseUnless(waiting.length === new Set(contractIds).size, 'contract_not_pending', m.someNotWaiting())
  const { full_name: name } = await context.tx
    .selectFrom('profiles')
    .select('full_name')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  await checkCounterSignerPrintable(name)
  const code = {
    id: newId(),
    user_id: userId,
    signature_ids: waiting.map((each) => each.signatureId),
    created_at: context.now,
    expires_at: new Date(context.now.getTime() + signingCode.minutes * 60_000),
    tries: 0,
    checked_at: null,
  }
  await context.tx
    .insertInto('countersign_codes')
    .values({ ...code, signature_ids: sql`${code.signature_ids}::uuid[]` })
    .execute()
  await context.recordEvent({ name: 'countersignature.code_sent', subjectId: code.id, audience: staff })
  for (const { id, user_id } of waiting) {
    await context.recordEvent({
      name: 'contract.countersign_code_sent',
      subjectId: id,
      audience: staff,
      partnerId: user_id,
      after: { codeId: code.id },
    })
  }
  return code
}

interface CodeCheck {
  readonly userId: string
  readonly contract: { readonly id: string; readonly user_id: string }
  /** The partner's signature to counter-sign. */
  readonly signatureId: string
  readonly digits: string
}

/** The confirmed code, or a refusal to throw after the commit that counts the failed attempt. */
export async function checkCountersignCode(
  context: TransactionContext,
  config: Pick<Config, 'secret'>,
  { userId, contract, signatureId, digits }: CodeCheck,
): Promise<CountersignCodeRow | Refusal> {
  const { tx, now } = context
  const code = await tx
    .selectFrom('countersign_codes')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst()
  if (!code || !isOpen(code, signatureId, now)) return expired()
  if (timingSafeEqual(Buffer.from(countersignDigits(config, code)), Buffer.from(digits))) {
    const checked_at = code.checked_at ?? now
    await tx.updateTable('countersign_codes').set({ checked_at }).where('id', '=', code.id).execute()
    return { ...code, checked_at }
  }
  const triesLeft = signingCode.tries - code.tries - 1
  await tx
    .updateTable('countersign_codes')
    .set({ tries: code.tries + 1 })
    .where('id', '=', code.id)
    .execute()
  await context.recordEvent({
    name: 'contract.countersign_code_refused',
    subjectId: contract.id,
    audience: staff,
    partnerId: contract.user_id,
    after: { codeId: code.id, triesLeft },
  })
  if (triesLeft === 0) return expired()
  return new Refusal('signing_code_wrong', m.wrongCounterCodeText({ triesLeft }), { facts: { triesLeft } })
}

/** Valid for ten minutes until confirmed, then as long as its batch takes. */
function isOpen(code: CountersignCodeRow, signatureId: string, now: Date): boolean {
  const end = code.checked_at ? code.checked_at.getTime() + countersignMinutes * 60_000 : code.expires_at.getTime()
  return code.tries < signingCode.tries && now.getTime() < end && code.signature_ids.includes(signatureId)
}

function expired(): Refusal {
  return new Refusal('signing_code_expired', m.counterCodeExpired())
}
