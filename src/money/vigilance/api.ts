import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { route } from '#platform/api/route.ts'
import { count, id, idParams, lines, optionalText, personName, time } from '#platform/api/shapes.ts'
import { type VigilanceKind, vigilanceKinds, vigilanceStates } from './domain.ts'
import { m } from './messages/messages.ts'

/** A document of a partner: requested, uploaded or decided about. */
const vigilanceDocument = z.object({
  id,
  kind: z.enum(vigilanceKinds),
  /** Describes a document of kind `other`; empty for any other kind. */
  label: z.string(),
  state: z.enum(vigilanceStates),
  /** Null for what a partner uploaded without being asked. */
  requestedAt: z.nullable(time),
  receivedAt: z.nullable(time),
  fileName: z.nullable(z.string()),
  issuedOn: z.nullable(z.iso.date()),
  /** The last day on which it counts; null: it has no end, or is not there. */
  expiresOn: z.nullable(z.iso.date()),
  /** An URSSAF attestation has this code, which checks its authenticity on the site of the URSSAF. */
  securityCode: z.string(),
  decidedAt: z.nullable(time),
  /** Null when a partner asks. */
  decidedBy: z.nullable(z.string()),
  refuseReason: z.nullable(z.string()),
  can: z.object({ verify: z.boolean(), refuse: z.boolean(), withdraw: z.boolean() }),
})
export type VigilanceDocument = z.infer<typeof vigilanceDocument>

const documents = z.object({
  /** Newest first. */
  documents: z.array(vigilanceDocument),
  /** Why payouts wait, in French; empty where they do not. */
  blocks: z.array(z.string()),
})

const kind = z.enum(vigilanceKinds, { error: m.kindMissing })
const label = optionalText(100)
const namesOther = <T extends { kind: string; label: string }>() =>
  z.refine<T>((form) => (form.kind === 'other') === (form.label !== ''), { error: m.labelMissing, path: ['label'] })

export const vigilanceForm = z
  .strictObject({
    kind,
    label,
    uploadId: z.uuid({ error: m.fileMissing }),
    issuedOn: z.iso.date({ error: m.dateMissing }),
    expiresOn: z.nullable(z.iso.date({ error: m.dayMissing })),
    securityCode: optionalText(40),
  })
  .check(
    namesOther(),
    z.refine(({ expiresOn, issuedOn }) => expiresOn === null || expiresOn >= issuedOn, {
      error: m.endTooEarly,
      path: ['expiresOn'],
    }),
    z.refine((form) => form.securityCode === '' || form.kind === 'urssaf', {
      error: m.codeUnexpected,
      path: ['securityCode'],
    }),
  )

export const maxRequestPartners = 200
export const vigilanceRequestForm = z
  .strictObject({
    partnerIds: z.array(id).check(z.minLength(1, { error: m.partnerMissing }), z.maxLength(maxRequestPartners)),
    kind,
    label,
  })
  .check(namesOther())

export const refuseDocumentForm = z.strictObject({ reason: lines(2, 500, m.reasonMissing) })

export const vigilanceRoutes = {
  ownDocuments: route('GET', '/vigilance', {
    summary: 'The caller’s documents: what is requested, uploaded, verified or refused',
    who: 'unlockedPartner',
    ability: 'documents',
    returns: documents,
  }),
  submitDocument: route('POST', '/vigilance', {
    summary: 'Upload a document of one’s own: it answers the request of its kind, if there is one',
    who: 'unlockedPartner',
    ability: 'documents',
    body: vigilanceForm,
    returns: vigilanceDocument,
    status: 201,
    refusals: ['upload_not_found', 'document_in_check'],
  }),
  partnerDocuments: route('GET', '/partners/:id/vigilance', {
    summary: 'A partner’s documents, for staff',
    who: 'admin',
    params: idParams,
    returns: z.object({ partner: personName, ...documents.shape }),
  }),
  requestDocuments: route('POST', '/vigilance/requests', {
    summary: 'Ask partners for a document; those who are asked for it already are left out',
    who: 'admin',
    right: 'money',
    body: vigilanceRequestForm,
    returns: z.object({ requested: count, alreadyAsked: count }),
    heavy: true,
    refusals: ['partner_not_active'],
  }),
  vigilanceFile: route('GET', '/vigilance/:id/file', {
    summary: 'The file of a document',
    who: 'unlocked',
    ability: 'documents',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'file',
  }),
  verifyDocument: route('POST', '/vigilance/:id/verify', {
    summary: 'Mark a document as verified',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: vigilanceDocument,
    refusals: ['document_decided', 'own_document'],
  }),
  refuseDocument: route('POST', '/vigilance/:id/refuse', {
    summary: 'Refuse a document: the partner reads why, and uploads another one',
    who: 'admin',
    right: 'money',
    params: idParams,
    body: refuseDocumentForm,
    returns: vigilanceDocument,
    refusals: ['document_decided', 'own_document'],
  }),
  withdrawRequest: route('POST', '/vigilance/:id/withdraw', {
    summary: 'Withdraw a request that the partner has not answered',
    who: 'admin',
    right: 'money',
    params: idParams,
    returns: vigilanceDocument,
    refusals: ['document_decided', 'own_document'],
  }),
}

/** A document that the provider has to have of a partner. */
interface Document {
  readonly documentId: string
  readonly kind: VigilanceKind
  readonly label: string
}

export const vigilanceEvents = {
  /** `isAutomatic`: by the amount of commissions. */
  'vigilance.requested': event<null, { readonly documents: readonly Document[]; readonly isAutomatic: boolean }>('person'),
  'vigilance.received': event<null, Document>('person'),
  'vigilance.verified': event<null, Document>('person'),
  'vigilance.refused': event<null, Document & { readonly reason: string }>('person'),
  'vigilance.withdrawn': event<null, Document>('person'),
  'vigilance.reminded': event<null, Document & { readonly daysLeft: number; readonly expiresOn: string }>('person'),
}
