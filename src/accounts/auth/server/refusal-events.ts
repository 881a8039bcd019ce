import { system } from '#access/domain/actor.ts'
import { staff } from '#access/domain/audience.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import type { OwnCall } from '#platform/server/http/bind.ts'
import { countOne } from '#platform/server/http/limits/rate-limits.ts'
import { withTransaction } from '#platform/server/transaction.ts'

/** Refusals to record; expired pages and invalid forms are not. */
const reasons: Partial<Record<RefusalCode, string>> = {
  invalid_credentials: 'wrong_password',
  wrong_password: 'wrong_password',
  second_factor_invalid: 'wrong_second_factor',
  passkey_invalid: 'wrong_passkey',
  too_many_requests: 'too_many_attempts',
  link_invalid: 'dead_link',
  link_of_other_browser: 'other_browser',
  provider_sign_in_expired: 'provider_sign_in_expired',
  provider_answer_refused: 'provider_answer',
  provider_address_unverified: 'unverified_address',
  provider_not_invited: 'not_invited',
  provider_not_for_partner: 'provider_not_offered',
  provider_other_account: 'other_provider_account',
  provider_account_ended: 'account_ended',
}

const hour = 3600

/**
 * Runs a sign-in attempt and records refusals with reason, address and count within the hour, never the input. Only the 1st, 2nd,
 * 4th, 8th … refusal is recorded per person and reason (unknown people share one counter), so that attacks cannot fill the
 * table. The log has a line for each, always in this shape: a firewall counts them (docs/operating/signing-in.md has the filter).
 */
export async function recordingRefusal<T>(
  call: OwnCall,
  person: string | null | (() => Promise<string | null>),
  attempt: () => Promise<T>,
): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    const reason = error instanceof Refusal ? reasons[error.code] : undefined
    if (reason) {
      call.request.log.warn(`sign-in refused from ${call.request.ip}: ${reason}`)
      await record(call, reason, typeof person === 'function' ? await person() : person)
    }
    throw error
  }
}

async function record({ portal, request }: OwnCall, reason: string, userId: string | null): Promise<void> {
  const { count } = await countOne(portal, `refused ${reason} ${userId ?? 'unknown'}`, hour)
  if (!Number.isInteger(Math.log2(count))) return
  await withTransaction(
    portal,
    system,
    (context) =>
      context.recordEvent({
        name: 'sign_in.refused',
        subjectId: userId,
        audience: staff,
        after: { reason, address: request.ip, count },
      }),
    { requestId: request.id },
  )
}
