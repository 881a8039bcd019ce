import { buffer } from 'node:stream/consumers'
import { Refusal, refuseUnless } from '#domain/refusal.ts'
import { lockContract } from '../contracts/commands.ts'
import type { Tx } from '../db/database.ts'
import { fileKey } from '../files/store.ts'
import type { Portal } from '../portal.ts'
import type { Origin } from '../work.ts'
import { doWork } from '../work.ts'
import { discardSealedFile, keepSealedFile, refusalOfSeal } from './sealed-file.ts'
import { newSignature } from './signatures.ts'

const system = { kind: 'system' } as const

interface CounterSigner {
  readonly userId: string
  readonly requestId: string
  readonly origin: Origin | null
}

/** The partner's signature that waits for the provider's. Refuses `contract_not_pending`. */
async function waiting(tx: Tx, contractId: string) {
  const contract = await lockContract({ tx }, contractId)
  const signatures = await tx
    .selectFrom('signatures')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('revoked_at', 'is', null)
    .execute()
  const partners = signatures.find((each) => each.role === 'partner')
  if (!partners) throw new Refusal('contract_not_pending', 'This contract was not signed electronically.')
  refuseUnless(signatures.length === 1, 'contract_not_pending', 'This contract is already counter-signed.')
  return { contract, partners }
}

/** Counter-signs for the provider: a new revision of the sealed file, in which the partner's seal stays valid. */
export async function countersignContract(
  portal: Portal,
  contractId: string,
  { userId: adminId, requestId, origin }: CounterSigner,
): Promise<void> {
  const { contract, partners } = await doWork(portal, system, ({ tx }) => waiting(tx, contractId))
  const admin = await portal.database.asActor(system, (tx) =>
    tx.selectFrom('profiles').select(['full_name', 'email']).where('user_id', '=', adminId).executeTakeFirstOrThrow(),
  )
  const signedAt = portal.clock.now()
  const by = { name: admin.full_name, email: admin.email, at: signedAt.toISOString() }
  const sealed = await counterSealed(portal, partners.file_id, partners.reference, by)
  const fileId = await keepSealedFile(portal, { bytes: sealed.bytes, sha256: sealed.sha256, title: contract.title })
  let done = false
  try {
    await doWork(
      portal,
      system,
      async (work) => {
        const now = await waiting(work.tx, contractId)
        refuseUnless(now.partners.id === partners.id, 'contract_not_pending', 'This contract was signed anew meanwhile.')
        await newSignature(work, {
          contractId,
          role: 'provider',
          signerId: adminId,
          reference: partners.reference,
          signedAt,
          documentSha256: partners.document_sha256,
          fileId,
          codeId: null,
          sealed,
          evidence: { by },
        })
        await work.tx.updateTable('contracts').set({ countersigned_at: signedAt }).where('id', '=', contractId).execute()
        await work.record({
          name: 'contract.countersigned',
          subjectId: contractId,
          audience: { kind: 'partner', userId: contract.user_id },
          after: { title: contract.title, fileId },
        })
      },
      requestId,
      adminId,
      origin,
    )
    done = true
  } finally {
    if (!done) await discardSealedFile(portal, fileId)
  }
}

async function counterSealed(portal: Portal, fileId: string, reference: string, by: { name: string; email: string; at: string }) {
  try {
    const bytes = await buffer(await portal.files.read(fileKey({ purpose: 'sealed', id: fileId })))
    return await portal.sealer.counterSign({ sealed: bytes, by, reference })
  } catch (error) {
    throw refusalOfSeal(portal, error)
  }
}
