import { timingSafeEqual } from 'node:crypto'
import type { Selectable } from 'kysely'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { SigningCodes } from '#platform/server/db/schema.generated.ts'
import { sign } from '#platform/server/secrets/hmac.ts'
import { signingCode } from '../../domain/signing.ts'

export type CodeRow = Selectable<SigningCodes>

/** Derives the six digits from the secret and the code's row (HMAC), so that database access does not reveal them. */
export function digitsOf(config: Pick<Config, 'secret'>, code: CodeRow): string {
  const bound = [code.id, code.user_id, code.contract_id, code.document_sha256].join(' ')
  const value = Buffer.from(sign(config.secret, 'signing-code', bound), 'base64url').readBigUInt64BE() % 1_000_000n
  return String(value).padStart(6, '0')
}

export function isRightCode(config: Pick<Config, 'secret'>, code: CodeRow, digits: string): boolean {
  return digits.length === 6 && timingSafeEqual(Buffer.from(digitsOf(config, code)), Buffer.from(digits))
}

/** The newest code for a person and contract; sending it invalidated earlier ones. */
export function newestCode(tx: Tx, contractId: string, userId: string): Promise<CodeRow | undefined> {
  return tx
    .selectFrom('signing_codes')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Whether a code is still valid for a document. */
export function isOpenCode(code: CodeRow, documentSha256: string, now: Date): boolean {
  return !code.used_at && code.tries < signingCode.tries && now < code.expires_at && code.document_sha256 === documentSha256
}
