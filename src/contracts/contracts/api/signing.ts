import * as z from 'zod/mini'
import { route } from '#platform/api/route.ts'
import { anyText, compactText, id, idParams, lines, text, time } from '#platform/api/shapes.ts'
import { signRoutes } from '#platform/domain/seal-routes.ts'
import { countersignLimit, signatureLevels, signatureRoles } from '../domain/signing.ts'
import { m } from '../messages/messages.ts'
import { contractMail, contractStep } from './contract-steps.ts'
import { contract } from './contracts.ts'

const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Everything that a partner needs in order to sign: the document as it is, and what they will agree to. */
export const signingSheet = z.object({
  contract,
  route: z.enum(signRoutes),
  /** The hash of the document that is read and signed; null for a link. */
  documentSha256: z.nullable(sha256),
  /** Where a browser reads the document; null when it is no PDF. */
  pdfUrl: z.nullable(z.string()),
  /** The main contract that an amendment changes. */
  amends: z.nullable(
    z.object({
      title: z.string(),
      /** Null: it has to be signed first. */
      signedAt: z.nullable(time),
      /** SHA-256 of the unsigned document; null for a link. */
      sha256: z.nullable(sha256),
      /** Its newest sealed file; null when it was signed by hand. */
      sealed: z.nullable(z.object({ reference: z.string(), sha256 })),
    }),
  ),
  /** When the commission rules for the partner changed after this main contract was made; null if they have not. */
  termsChangedAt: z.nullable(time),
  consent: z.object({ text: z.string(), version: z.string() }),
  /** If the document is a link: an address that records the opening and redirects there. */
  linkUrl: z.nullable(z.string()),
  /** Masked: the mailbox that the code goes to. */
  codeGoesTo: z.string(),
  /** The code that was sent and is still good. */
  code: z.nullable(z.object({ sentAt: time, expiresAt: time, triesLeft: z.int() })),
})
export type SigningSheet = z.infer<typeof signingSheet>

const picture = z
  .string()
  .check(z.maxLength(300_000), z.regex(/^data:image\/png;base64,[A-Za-z0-9+/]+=*$/, { error: m.notAPicture }))

export const signForm = z.strictObject({
  code: compactText().check(z.regex(/^\d{6}$/, { error: m.codeDigits })),
  /** The name under the signature. */
  name: text(2, 100, m.nameMissing, m.nameTooLong),
  /** PNG of a drawn signature, or of a name whose letters the certificate's font lacks. */
  picture: z.optional(picture),
  consent: z.literal(true, { error: m.consentMissing }),
  consentVersion: anyText().check(z.maxLength(20)),
  /** The document that the signer read: the server signs this one and no other. */
  documentSha256: z.nullable(sha256),
})
/** What the reader in the page has shown of a document: pages of the PDF, or parts of the text that it was printed from. */
export const shownPages = z.strictObject({
  documentSha256: sha256,
  /** The text whose parts are meant; absent: the PDF. */
  textSha256: z.optional(sha256),
  pages: z.array(z.int().check(z.minimum(1), z.maximum(5000))).check(z.minLength(1), z.maxLength(5000)),
  pageCount: z.int().check(z.minimum(1), z.maximum(5000)),
})
export const countersignForm = z.strictObject({
  code: compactText().check(z.regex(/^\d{6}$/, { error: m.counterCodeDigits })),
  consent: z.literal(true, { error: m.counterConsentMissing }),
  consentVersion: anyText().check(z.maxLength(20)),
})
export const declineForm = z.strictObject({
  reason: lines(2, 1000, m.reasonToGive, m.reasonTooLong),
})

/** One signature with its evidence, as printed on the certificate. */
export const signature = z.object({
  id,
  role: z.enum(signatureRoles),
  signer: z.string(),
  reference: z.string(),
  signedAt: time,
  route: z.enum(signRoutes),
  level: z.enum(signatureLevels),
  documentSha256: z.nullable(sha256),
  fileSha256: sha256,
  certificateSha256: sha256,
  revokedAt: z.nullable(time),
  revokedBy: z.nullable(z.string()),
  revokeReason: z.nullable(z.string()),
  /** The sealed version that this signature made, for whoever may read the evidence: revoked and counter-signed ones too. */
  fileUrl: z.string(),
  evidence: z.record(z.string(), z.unknown()),
})
export type Signature = z.infer<typeof signature>

const byTheSigner = { who: 'partner', ability: 'sign', transaction: 'own', ownership: 'command', params: idParams } as const

export const signingRoutes = {
  openSigning: route('POST', '/contracts/:id/signing', {
    summary: 'Open one’s pending contract to read and sign it; the first time is recorded',
    ...byTheSigner,
    unkeyed: 'repeatable',
    returns: signingSheet,
    holdsSecrets: true,
    refusals: ['contract_not_pending', 'contract_replaced', 'partner_not_active'],
  }),
  noteShownPages: route('POST', '/contracts/:id/signing/pages', {
    summary:
      'Note which pages of the document, or parts of its text, were wholly on the screen; it adds to the record that it was sent',
    ...byTheSigner,
    unkeyed: 'repeatable',
    body: shownPages,
    refusals: ['contract_not_pending', 'contract_replaced', 'partner_not_active'],
  }),
  sendSigningCode: route('POST', '/contracts/:id/signing/code', {
    summary: 'Send a six-digit code by mail: 10 minutes, 5 tries, for this person, contract and document; earlier codes end',
    ...byTheSigner,
    returns: z.object({ sentAt: time, expiresAt: time, triesLeft: z.int() }),
    refusals: [
      'contract_not_pending',
      'contract_replaced',
      'main_contract_first',
      'document_not_opened',
      'characters_unprintable',
      'mail_unavailable',
      'partner_not_active',
    ],
  }),
  signContract: route('POST', '/contracts/:id/sign', {
    summary:
      'Sign: the document is sealed first, then everything is written at once; repeated, it answers with the same contract',
    ...byTheSigner,
    body: signForm,
    returns: contract,
    holdsSecrets: true,
    refusals: [
      'contract_not_pending',
      'contract_replaced',
      'main_contract_first',
      'document_not_opened',
      'document_changed',
      'document_unsignable',
      'characters_unprintable',
      'signing_code_wrong',
      'signing_code_expired',
      'seal_failed',
      'partner_not_active',
    ],
  }),
  declineContract: route('POST', '/contracts/:id/decline', {
    summary: 'Decline to sign, with a reason that staff read; signing stays possible',
    ...byTheSigner,
    body: declineForm,
    returns: contract,
    holdsSecrets: true,
    refusals: ['contract_not_pending', 'contract_replaced', 'partner_not_active'],
  }),
  sendCountersignCode: route('POST', '/contracts/countersign/code', {
    summary: 'Send a six-digit code by mail that counter-signs the signed contracts named: 10 minutes, 5 tries; earlier ones end',
    who: 'admin',
    right: 'contracts',
    transaction: 'own',
    ownership: 'staff',
    body: z.strictObject({ contractIds: z.array(id).check(z.minLength(1), z.maxLength(countersignLimit)) }),
    returns: z.object({ goesTo: z.string(), sentAt: time, expiresAt: time, triesLeft: z.int() }),
    refusals: ['contract_not_pending', 'characters_unprintable', 'mail_unavailable'],
  }),
  countersignContract: route('POST', '/contracts/:id/countersign', {
    summary:
      'Counter-sign an electronically signed contract for the provider with one’s code and consent; ' +
      'the partner’s seal stays valid',
    who: 'admin',
    right: 'contracts',
    transaction: 'own',
    ownership: 'staff',
    params: idParams,
    body: countersignForm,
    returns: contract,
    holdsSecrets: true,
    refusals: [
      'contract_not_pending',
      'document_changed',
      'document_unsignable',
      'characters_unprintable',
      'signing_code_wrong',
      'signing_code_expired',
      'seal_failed',
    ],
  }),
  contractEvidence: route('GET', '/contracts/:id/evidence', {
    summary: 'A contract, every step of it, its mail, and its signatures with their evidence; revoked ones included',
    who: 'member',
    ability: 'contracts',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    returns: z.object({
      contract,
      steps: z.array(contractStep),
      /** All its mail for staff; for a partner, only what was sent to them. */
      mails: z.array(contractMail),
      signatures: z.array(signature),
    }),
    holdsSecrets: true,
  }),
  signingHealth: route('GET', '/signing/health', {
    summary:
      'Whether documents can be sealed, and a warning when its certificate is about to end or its ' +
      'time-stamp authority does not answer',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    returns: z.object({ ok: z.boolean(), detail: z.nullable(z.string()) }),
  }),
  sealedVersion: route('GET', '/contracts/:id/signatures/:signature/file', {
    summary: 'The sealed file that one signature made, whatever came after it',
    who: 'member',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: z.strictObject({ id, signature: id }),
    answer: 'file',
    mediaType: 'application/pdf',
  }),
  sealAuthorities: route('GET', '/.well-known/esign-ca.pem', {
    summary: 'The certificates that a reader of sealed documents needs in order to trust them',
    who: 'anyone',
    transaction: 'none',
    ownership: 'public',
    outsideApi: true,
    answer: 'file',
    mediaType: 'application/x-pem-file',
  }),
}
