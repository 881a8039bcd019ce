import type { Selectable } from 'kysely'
import type { Tx } from '#platform/server/db/database.ts'
import type { Signatures } from '#platform/server/db/schema.generated.ts'
import { newId } from '#platform/server/ids.ts'
import type { Sealed } from '#platform/server/sealing/sealing.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import type { Signature } from '../../api/signing.ts'
import type { SignatureRole } from '../../domain/signing.ts'

interface NewSignature {
  readonly contractId: string
  readonly role: SignatureRole
  readonly signerId: string
  readonly reference: string
  readonly signedAt: Date
  readonly documentSha256: string | null
  readonly fileId: string
  readonly codeId: string | null
  readonly countersignCodeId?: string
  readonly sealed: Sealed
  readonly evidence: Record<string, unknown>
}

/** Inserts a signature and claims its sealed file. */
export async function newSignature(context: TransactionContext, signature: NewSignature): Promise<void> {
  const { sealed } = signature
  await context.tx.updateTable('files').set({ claimed_at: context.now }).where('id', '=', signature.fileId).execute()
  await context.tx
    .insertInto('signatures')
    .values({
      id: newId(),
      contract_id: signature.contractId,
      role: signature.role,
      signer_id: signature.signerId,
      reference: signature.reference,
      signed_at: signature.signedAt,
      document_sha256: signature.documentSha256,
      file_id: signature.fileId,
      file_sha256: sealed.sha256,
      level: sealed.level,
      certificate_sha256: sealed.certificateSha256,
      route: sealed.route,
      evidence: JSON.stringify(signature.evidence),
      code_id: signature.codeId,
      countersign_code_id: signature.countersignCodeId ?? null,
    })
    .execute()
}

/** All signatures of a contract, oldest first, including revoked ones. */
export function readSignatures(tx: Tx, contractId: string) {
  return tx
    .selectFrom('signatures as s')
    .leftJoin('profiles as p', 'p.user_id', 's.signer_id')
    .leftJoin('profiles as r', 'r.user_id', 's.revoked_by')
    .selectAll('s')
    .select(['p.full_name as signer_name', 'r.full_name as revoker_name'])
    .where('s.contract_id', '=', contractId)
    .orderBy('s.signed_at')
    .orderBy('s.id')
    .execute()
}

type SignatureRecord = Selectable<Signatures> & { readonly signer_name: string | null; readonly revoker_name: string | null }

export function presentSignature(row: SignatureRecord, provider: string): Signature {
  return {
    id: row.id,
    role: row.role,
    signer: row.signer_name ?? provider,
    reference: row.reference,
    signedAt: row.signed_at.toISOString(),
    route: row.route,
    level: row.level,
    documentSha256: row.document_sha256,
    fileSha256: row.file_sha256,
    certificateSha256: row.certificate_sha256,
    revokedAt: row.revoked_at?.toISOString() ?? null,
    revokedBy: row.revoked_at && (row.revoker_name ?? provider),
    revokeReason: row.revoke_reason,
    fileUrl: `/api/contracts/${row.contract_id}/signatures/${row.id}/file`,
    evidence: row.evidence,
  }
}

export function findSealedFile(tx: Tx, contractId: string, signatureId: string) {
  return tx
    .selectFrom('signatures as s')
    .innerJoin('files as f', 'f.id', 's.file_id')
    .selectAll('f')
    .where('s.id', '=', signatureId)
    .where('s.contract_id', '=', contractId)
    .executeTakeFirst()
}
