import { buffer } from 'node:stream/consumers'
import type * as z from 'zod/mini'
import { system } from '#access/domain/actor.ts'
import { documentReading, writtenLanguageNamed } from '#platform/domain/languages.ts'
import { Refusal, refuseUnless } from '#platform/domain/refusal.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { fileKey } from '#platform/server/files/store.ts'
import type { Portal } from '#platform/server/portal.ts'
import { readAs } from '#platform/server/reading/reading.ts'
import type { Sealed } from '#platform/server/sealing/sealing.ts'
import { type TransactionContext, withTransaction } from '#platform/server/transaction.ts'
import type { signForm } from '../../api/signing.ts'
import { consents, signingCode } from '../../domain/signing.ts'
import { m } from '../../messages/messages.ts'
import { type CodeRow, isOpenCode, isRightCode, newestCode } from './code.ts'
import { checkOpened } from './document-views.ts'
import { type Prepared, prepareSeal, type SignerContext } from './prepare.ts'
import { checkNamesPrintable } from './printable-names.ts'
import { discardSealedFile, refusalOfSeal, storeSealedFile } from './sealed-file.ts'
import { newSignature } from './signatures.ts'
import { amendedBy, audienceOf, boundTo, checkMainSigned, checkSignable, lockSubject, type Subject } from './subject.ts'

type SignForm = z.output<typeof signForm>

/** Result of the check. A refusal is returned, not thrown, because the failed attempt must be committed first. */
type CheckResult = { readonly prepared: Prepared } | { readonly refusal: Refusal } | { readonly alreadySigned: true }

/**
 * Signs a contract for its partner: checks the code, seals the document outside any transaction, stores the sealed file, then
 * writes file, evidence and status in one transaction. A failure before that leaves the contract pending and the code valid.
 * Idempotent: repeating it after success changes nothing. `answer` runs in the transaction that signs.
 */
export async function signContract<T>(
  portal: Portal,
  contractId: string,
  signer: SignerContext,
  form: SignForm,
  answer: (context: TransactionContext) => Promise<T>,
): Promise<T> {
  const inSystem = <T>(run: (context: TransactionContext) => Promise<T>) =>
    withTransaction(portal, system, run, { ...signer, behalfOf: signer.userId })
  const check = await inSystem((context) => checkSigning(portal, context, contractId, signer, form))
  if ('refusal' in check) throw check.refusal
  if ('alreadySigned' in check) return inSystem(answer)
  const { prepared } = check
  const sealed = await readAs(documentReading(prepared.language), () => seal(portal, prepared))
  const fileId = await storeSealedFile(portal, { bytes: sealed.bytes, sha256: sealed.sha256, title: prepared.title })
  let isTaken = false
  try {
    const done = await inSystem(async (context) => {
      const isNew = await finish(portal, context, contractId, signer, prepared, sealed, fileId)
      return { isNew, answer: await answer(context) }
    })
    isTaken = done.isNew
    return done.answer
  } finally {
    if (!isTaken) await discardSealedFile(portal, fileId)
  }
}

async function checkSigning(
  portal: Portal,
  context: TransactionContext,
  contractId: string,
  signer: SignerContext,
  form: SignForm,
): Promise<CheckResult> {
  const { tx, now } = context
  const subject = await lockSubject(tx, contractId, signer)
  const code = await newestCode(tx, contractId, signer.userId)
  if (await isRepetition(context, subject, code, portal, form.code)) return { alreadySigned: true }
  await checkSignable(tx, subject)
  await checkMainSigned(tx, subject)
  checkUnchanged(subject, form)
  await checkOpened(tx, subject)
  await checkNamesPrintable(tx, signer.userId, form.picture ? null : form.name)
  if (!code || !isOpenCode(code, boundTo(subject), now)) return { refusal: expired() }
  if (isRightCode(portal.config, code, form.code)) {
    const reading = documentReading(subject.contract.language)
    return { prepared: await readAs(reading, () => prepareSeal(context, subject, code, signer, form)) }
  }
  await tx
    .updateTable('signing_codes')
    .set({ tries: code.tries + 1 })
    .where('id', '=', code.id)
    .execute()
  const triesLeft = signingCode.tries - code.tries - 1
  await context.recordEvent({
    name: 'contract.code_refused',
    subjectId: contractId,
    audience: audienceOf(subject),
    after: { codeId: code.id, triesLeft },
  })
  if (triesLeft === 0) return { refusal: expired() }
  return { refusal: new Refusal('signing_code_wrong', m.wrongCode({ triesLeft }), { facts: { triesLeft } }) }
}

/** The code was already used to sign: a lost response, or a second tab. */
async function isRepetition(
  { tx }: TransactionContext,
  { contract }: Subject,
  code: CodeRow | undefined,
  portal: Portal,
  digits: string,
) {
  if (contract.status !== 'signe' || !code?.used_at || !isRightCode(portal.config, code, digits)) return false
  const signature = await tx
    .selectFrom('signatures')
    .select('id')
    .where('contract_id', '=', contract.id)
    .where('code_id', '=', code.id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return signature !== undefined
}

/** Refuses if the document or the consent differ from what the signer saw. */
function checkUnchanged(subject: Subject, form: SignForm): void {
  const sameDocument = (form.documentSha256 ?? '') === boundTo(subject)
  refuseUnless(sameDocument, 'document_changed', m.documentChangedSince())
  const consent = consents[writtenLanguageNamed(subject.contract.language)]
  refuseUnless(form.consentVersion === consent.version, 'document_changed', m.consentChanged())
}

/** Verifies that the amended contract is still the one named in the seal; returns its id. */
async function checkSameMain(tx: Tx, subject: Subject, prepared: Prepared): Promise<string | null> {
  await checkMainSigned(tx, subject)
  const now = await amendedBy(tx, subject)
  const then = prepared.request.evidence.amends
  const same = (now?.sealed?.sha256 ?? null) === (then?.sealed?.sha256 ?? null) && now?.signedAt === then?.signedAt
  refuseUnless(!now || same, 'document_changed', m.amendedChanged())
  return now?.id ?? null
}

function expired(): Refusal {
  return new Refusal('signing_code_expired', m.codeExpired())
}

async function seal(portal: Portal, prepared: Prepared): Promise<Sealed> {
  try {
    const { document, request } = prepared
    if (!document) return await portal.sealer.seal({ ...request, subject: { kind: 'link', url: prepared.link } })
    const bytes = await buffer(await portal.files.read(fileKey({ purpose: 'contract', id: document.id })))
    const { kind, fileName, sha256 } = document
    return await portal.sealer.seal({ ...request, subject: { kind, fileName, sha256, bytes } })
  } catch (error) {
    throw refusalOfSeal(portal, error)
  }
}

/** Writes the signature; false if a concurrent request used the code first. */
async function finish(
  portal: Portal,
  context: TransactionContext,
  contractId: string,
  signer: SignerContext,
  prepared: Prepared,
  sealed: Sealed,
  fileId: string,
): Promise<boolean> {
  const { tx } = context
  const subject = await lockSubject(tx, contractId, signer)
  const code = await tx.selectFrom('signing_codes').selectAll().where('id', '=', prepared.codeId).executeTakeFirst()
  if (await isRepetition(context, subject, code, portal, prepared.digits)) return false
  await checkSignable(tx, subject)
  refuseUnless(boundTo(subject) === (prepared.document?.sha256 ?? ''), 'document_changed', m.changedWhileSigning())
  if (!code || code.used_at) throw expired()
  const amends = await checkSameMain(tx, subject, prepared)
  const signedAt = new Date(prepared.request.evidence.signedAt)
  await tx.updateTable('signing_codes').set({ used_at: context.now }).where('id', '=', code.id).execute()
  await newSignature(context, {
    contractId,
    role: 'partner',
    signerId: signer.userId,
    reference: prepared.request.evidence.reference,
    signedAt,
    documentSha256: prepared.document?.sha256 ?? null,
    fileId,
    codeId: code.id,
    sealed,
    evidence: { ...prepared.request.evidence },
  })
  await tx
    .updateTable('contracts')
    .set({
      status: 'signe',
      signed_at: signedAt,
      signing_method: 'electronic',
      sign_route: sealed.route,
      ...(amends ? { amends_id: amends } : {}),
      declined_at: null,
      decline_reason: null,
      revoked_at: null,
      revoke_reason: null,
    })
    .where('id', '=', contractId)
    .execute()
  await context.recordEvent({
    name: 'contract.signed',
    subjectId: contractId,
    audience: audienceOf(subject),
    before: { status: 'en_attente' },
    after: { status: 'signe', signingMethod: 'electronic', fileId },
  })
  return true
}
