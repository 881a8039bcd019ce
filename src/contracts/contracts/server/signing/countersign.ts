import { buffer } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { ofPartner } from '#access/domain/audience.ts'
import { documentReading, writtenLanguageNamed } from '#platform/domain/languages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { fileKey } from '#platform/server/files/store.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import { type Origin, type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import type { countersignForm } from '../../api/signing.ts'
import { type Consent, countersignConsents } from '../../domain/signing.ts'
import { m } from '../../messages/messages.ts'
import { lockContract } from '../commands.ts'
import { codeMail } from './contract-mails.ts'
import { checkCountersignCode } from './countersign-code.ts'
import { checkCounterSignerPrintable } from './printable-names.ts'
import { recordedOrigin } from './recorded-origin.ts'
import { discardSealedFile, refusalOfSeal, storeSealedFile } from './sealed-file.ts'
import { newSignature } from './signatures.ts'

interface CounterSigner {
  readonly userId: string
  readonly requestId: string
  readonly origin: Origin | null
}

/** The partner's signature that is not counter-signed yet. Refuses `contract_not_pending`. */
async function waiting(tx: Tx, contractId: string) {
  const contract = await lockContract({ tx }, contractId)
  const signatures = await tx
    .selectFrom('signatures')
    .selectAll()
    .where('contract_id', '=', contractId)
    .where('revoked_at', 'is', null)
    .execute()
  const partners = signatures.find((each) => each.role === 'partner')
  if (!partners) throw new Refusal('contract_not_pending', m.notSignedElectronically())
  refuseUnless(signatures.length === 1, 'contract_not_pending', m.alreadyCounterSigned())
  return { contract, partners }
}

/**
 * Counter-signs for the provider: a new revision of the sealed file that keeps the partner's seal valid. A wrong code is thrown
 * after the transaction that records the attempt. `answer` runs in the transaction that counter-signs.
 */
export async function countersignContract<T>(
  portal: Portal,
  contractId: string,
  signer: CounterSigner,
  form: z.output<typeof countersignForm>,
  answer: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  const inSystem = <T>(run: (context: TransactionContext) => Promise<T>) =>
    withTransaction(portal, system, run, { ...signer, behalfOf: signer.userId })
  const prepared = await inSystem((context) => prepare(portal, context, contractId, signer, form))
  if (prepared instanceof Refusal) throw prepared
  const { contract, partners, code, evidence, signedAt } = prepared
  await checkCounterSignerPrintable(evidence.by.name)
  const by = { name: evidence.by.name, email: evidence.by.email, at: signedAt.toISOString() }
  const sealed = await readAs(documentReading(contract.language), () =>
    counterSealed(portal, partners.file_id, partners.reference, by),
  )
  const fileId = await storeSealedFile(portal, { bytes: sealed.bytes, sha256: sealed.sha256, title: contract.title })
  let done = false
  try {
    const answered = await inSystem(async (context) => {
      const now = await waiting(context.tx, contractId)
      refuseUnless(now.partners.id === partners.id, 'contract_not_pending', m.signedAnew())
      await newSignature(context, {
        contractId,
        role: 'provider',
        signerId: signer.userId,
        reference: partners.reference,
        signedAt,
        documentSha256: partners.document_sha256,
        fileId,
        codeId: null,
        countersignCodeId: code.id,
        sealed,
        evidence,
      })
      await context.tx.updateTable('contracts').set({ countersigned_at: signedAt }).where('id', '=', contractId).execute()
      await context.recordEvent({
        name: 'contract.countersigned',
        subjectId: contractId,
        audience: ofPartner(contract.user_id),
        after: { fileId },
      })
      return answer(context)
    })
    done = true
    return answered
  } finally {
    if (!done) await discardSealedFile(portal, fileId)
  }
}

/** What to counter-sign, by whom and with which proof, or why the code is refused. */
async function prepare(
  portal: Portal,
  context: TransactionContext,
  contractId: string,
  signer: CounterSigner,
  { code: digits, consentVersion }: z.output<typeof countersignForm>,
) {
  const { tx, now } = context
  const { contract, partners } = await waiting(tx, contractId)
  const consent: Consent = countersignConsents[writtenLanguageNamed(contract.language)]
  refuseUnless(consentVersion === consent.version, 'document_changed', m.counterConsentChanged())
  const codeCheck = { userId: signer.userId, contract, signatureId: partners.id, digits }
  const code = await checkCountersignCode(context, portal.config, codeCheck)
  if (code instanceof Refusal) return code
  const person = await tx.selectFrom('profiles').selectAll().where('user_id', '=', signer.userId).executeTakeFirstOrThrow()
  const evidence = {
    by: { name: person.full_name, email: person.email, at: now.toISOString() },
    origin: signer.origin && (await recordedOrigin(tx, signer.origin)),
    authentication: {
      method: 'email_code',
      codeSentAt: code.created_at.toISOString(),
      codeCheckedAt: (code.checked_at ?? now).toISOString(),
      mail: await codeMail(tx, { subjectId: code.id, codeId: code.id }),
      /** Number of contracts the code was requested for. */
      contracts: code.signature_ids.length,
    },
    consent: { ...consent },
  }
  return { contract, partners, code, evidence, signedAt: now }
}

async function counterSealed(portal: Portal, fileId: string, reference: string, by: { name: string; email: string; at: string }) {
  try {
    const bytes = await buffer(await portal.files.read(fileKey({ purpose: 'sealed', id: fileId })))
    return await portal.sealer.counterSign({ sealed: bytes, by, reference })
  } catch (error) {
    throw refusalOfSeal(portal, error)
  }
}
