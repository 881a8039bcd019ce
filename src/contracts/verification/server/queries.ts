import { sql } from 'kysely'
import { verifyReceipt } from '#leads/receipts/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import type { Verification } from '../api.ts'

const unknown: Verification = { verdict: 'unknown', found: null, receipt: null }

/** Verifies a reference; with `fileSha256` also whether that file is the current version. */
export async function verifyReference(tx: Tx, reference: string, fileSha256: string | null): Promise<Verification> {
  const signatures = await tx
    .selectFrom('signatures as s')
    .innerJoin('contracts as c', 'c.id', 's.contract_id')
    .innerJoin('profiles as p', 'p.user_id', 's.signer_id')
    .selectAll('s')
    .select(['c.contract_type', 'p.full_name'])
    .where('s.reference', '=', reference)
    .orderBy('s.signed_at')
    .orderBy('s.id')
    .execute()
  const last = signatures.at(-1)
  if (!last) return genuineReceipt(await verifyReceipt(tx, { reference }))
  const { providerName } = await currentSettings(tx)
  const superseded = fileSha256 !== null && last.file_sha256 !== fileSha256
  return {
    verdict: last.revoked_at ? 'revoked' : superseded ? 'superseded' : 'genuine',
    found: {
      reference,
      contractType: last.contract_type,
      provider: providerName,
      signatures: signatures.map((each) => ({
        role: each.role,
        name: each.full_name,
        signedAt: each.signed_at.toISOString(),
        level: each.level,
      })),
      route: last.route,
      fileSha256: last.file_sha256,
      documentSha256: last.document_sha256,
      revokedAt: last.revoked_at?.toISOString() ?? null,
    },
    receipt: null,
  }
}

/** Verifies a file by its SHA-256; only unmodified sealed files are found. */
export async function verifyFile(tx: Tx, sha256: string): Promise<Verification> {
  const sealedFile = await tx
    .selectFrom('signatures')
    .select(sql<string>`reference`.as('reference'))
    .where('file_sha256', '=', sha256)
    .executeTakeFirst()
  if (sealedFile) return verifyReference(tx, sealedFile.reference, sha256)
  return genuineReceipt(await verifyReceipt(tx, { fileSha256: sha256 }))
}

/** A receipt is sealed once, and never replaced. */
const genuineReceipt = (receipt: Verification['receipt']): Verification =>
  receipt ? { verdict: 'genuine', found: null, receipt } : unknown
