import type { Selectable } from 'kysely'
import type * as z from 'zod/mini'
import { letterhead } from '#access/api/identity.ts'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { writtenLanguageNamed } from '#platform/domain/languages.ts'
import { pageRanges } from '#platform/domain/page-ranges.ts'
import type { Files } from '#platform/server/db/schema.generated.ts'
import { newReference } from '#platform/server/ids.ts'
import type { Evidence, SealableKind, SealRequest } from '#platform/server/sealing/sealing.ts'
import type { Origin, TransactionContext } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import type { signForm } from '../../api/signing.ts'
import { consents } from '../../domain/signing.ts'
import { type CodeRow, digitsOf } from './code.ts'
import { codeMail } from './contract-mails.ts'
import { recordedOrigin } from './recorded-origin.ts'
import { readSteps, type Step } from './steps.ts'
import { amendedBy, amendedFacts, type Signer, type Subject } from './subject.ts'

/** The signer and the client of the request. */
export interface SignerContext extends Signer {
  readonly ip: string
  readonly userAgent: string
  readonly locale: string
  readonly requestId: string
  readonly origin: Origin | null
  readonly publicUrl: string
  readonly secret: string
}

export interface Prepared {
  readonly title: string
  /** The language of the document, in which its evidence is kept. */
  readonly language: string
  readonly codeId: string
  readonly digits: string
  /** Null for a link. */
  readonly document: {
    readonly id: string
    readonly kind: SealableKind
    readonly fileName: string
    readonly sha256: string
  } | null
  readonly link: string
  readonly request: Omit<SealRequest, 'subject'> & { readonly evidence: Omit<Evidence, 'seal'> }
}

/** Steps as printed on the certificate page. */
const stepWords: Readonly<Record<Step['name'], string>> = {
  'contract.assigned': 'Document adressé au signataire',
  'contract.opened': 'Page de signature ouverte',
  'contract.document_opened': 'Document ouvert',
  'contract.document_downloaded': 'Fichier téléchargé',
  'contract.link_opened': 'Lien ouvert',
  'contract.code_sent': 'Code envoyé par e-mail',
  'contract.code_refused': 'Code erroné saisi',
  'contract.declined': 'Signature refusée',
  'contract.signed': 'Document signé',
  'contract.countersign_code_sent': 'Code de contre-signature envoyé par e-mail',
  'contract.countersign_code_refused': 'Code de contre-signature erroné saisi',
  'contract.countersigned': 'Document contresigné',
  'contract.validated': 'Contrat validé à la main',
  'contract.revoked': 'Signature retirée',
}

/** How much of a text was on the screen, in words. */
function viewedParts({ shown, of }: NonNullable<Step['text']>): string {
  if (shown.length === 0) return ''
  return shown.length === of ? ', affiché en entier' : `, parties ${pageRanges(shown)} sur ${of} affichées`
}

/** States only what was on the screen; it makes no claim that it was read. */
function stepText({ name, pages, text }: Step): string {
  if (text) return `${stepWords[name]} en texte${viewedParts(text)}`
  if (!pages) return stepWords[name]
  const viewedPages =
    pages.shown.length > 1
      ? `pages ${pageRanges(pages.shown)} sur ${pages.of} affichées`
      : `page ${pages.shown[0]} sur ${pages.of} affichée`
  return `${stepWords[name]}, ${viewedPages}`
}

/** In which form the document was shown, and what of it was on the screen, by session. */
function readingsOf(steps: readonly Step[]): NonNullable<Evidence['readings']> {
  return steps.flatMap(({ name, at, pages, text }) => {
    if (name !== 'contract.document_opened') return []
    const of = { openedAt: at, unit: text ? ('part' as const) : ('page' as const), textSha256: text?.sha256 ?? null }
    const shown = text ?? pages
    return [{ ...of, shown: shown ? pageRanges(shown.shown) : '', of: shown?.of ?? null }]
  })
}

const documentFacts = ({ contract, file }: Subject): Evidence['document'] => ({
  fileName: file?.name ?? null,
  size: file?.size ?? null,
  sha256: file?.sha256 ?? null,
  link: contract.link,
})

const eventOf = (step: Step, providerName: string) => ({
  at: step.at,
  what: stepText(step),
  by: step.by ?? providerName,
  ...(step.origin ? { origin: step.origin } : {}),
})

/** Collects the evidence for the seal as of now. */
export async function prepareSeal(
  context: TransactionContext,
  subject: Subject,
  code: CodeRow,
  signer: SignerContext,
  form: z.output<typeof signForm>,
): Promise<Prepared> {
  const { tx, now } = context
  const { contract, file } = subject
  const person = await tx.selectFrom('profiles').selectAll().where('user_id', '=', signer.userId).executeTakeFirstOrThrow()
  const provider = await currentSettings(tx)
  const steps = await readSteps(tx, contract.id, 'partner')
  const amends = await amendedBy(tx, subject)
  const from = signer.origin && (await recordedOrigin(tx, signer.origin))
  const reference = newReference()
  const evidence: Omit<Evidence, 'seal'> = {
    reference,
    title: contract.title,
    contractType: contract.contract_type,
    provider: { name: provider.providerName, address: letterhead(provider), contactEmail: provider.contactEmail },
    document: documentFacts(subject),
    readings: readingsOf(steps),
    amends: amendedFacts(amends),
    signer: {
      name: person.full_name,
      typedName: form.name,
      email: person.email,
      company: person.company,
      ip: signer.ip,
      userAgent: signer.userAgent,
      locale: signer.locale,
    },
    authentication: {
      method: 'email_code',
      codeSentAt: code.created_at.toISOString(),
      codeCheckedAt: now.toISOString(),
      mail: await codeMail(tx, { subjectId: contract.id, codeId: code.id }),
    },
    consent: { ...consents[writtenLanguageNamed(contract.language)] },
    signedAt: now.toISOString(),
    events: [
      ...steps.map((step) => eventOf(step, provider.providerName)),
      { at: now.toISOString(), what: stepWords['contract.signed'], by: person.full_name, ...(from ? { origin: from } : {}) },
    ],
  }
  return {
    title: contract.title,
    language: contract.language,
    codeId: code.id,
    digits: digitsOf(signer, code),
    document: file && documentOf(file),
    link: contract.link ?? '',
    request: {
      evidence,
      verifyUrl: `${signer.publicUrl}${verifyPath(reference)}`,
      namePicture: form.picture ? Buffer.from(form.picture.slice(form.picture.indexOf(',') + 1), 'base64') : null,
    },
  }
}

function documentOf(file: Selectable<Files>): NonNullable<Prepared['document']> {
  const { id, name, sha256, kind } = file
  if (kind !== 'pdf' && kind !== 'doc' && kind !== 'docx') throw new Error(`a contract cannot be a file of kind ${kind}`)
  return { id, kind, fileName: name, sha256 }
}
