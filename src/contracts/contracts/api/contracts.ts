import * as z from 'zod/mini'
import { event } from '#platform/api/events.ts'
import { type FilterOf, filterOf, sortedList, sortedPageOf } from '#platform/api/list.ts'
import { periodQuery } from '#platform/api/period.ts'
import { route } from '#platform/api/route.ts'
import { anyText, id, idParams, lines, page, personName, searchText, text, time, webAddress } from '#platform/api/shapes.ts'
import { writtenLanguages } from '#platform/domain/languages.ts'
import { signRemarks, signRoutes } from '#platform/domain/seal-routes.ts'
import {
  type ContractStatus,
  type ContractType,
  contractStatuses,
  contractTypes,
  contractWaits,
  signingMethods,
} from '../domain/contracts.ts'
import { contractStages } from '../domain/signing.ts'
import { m } from '../messages/messages.ts'

export const contractType = z.enum(contractTypes)
export const contractStatus = z.enum(contractStatuses)

const missing = m.requiredFields
const title = text(1, 200, missing)
const upload = z.object({ kind: z.literal('file'), uploadId: z.uuid({ error: m.fileMissing }) })
const link = z.object({ kind: z.literal('link'), url: webAddress(m.linkMissing) })
export const contractDocument = z.discriminatedUnion('kind', [upload, link])

export const contract = z.object({
  id,
  partner: personName,
  contractType,
  status: contractStatus,
  /** The specification's tier_name holds the title. */
  title: z.string(),
  /** The language of its words, in which consent is asked. */
  language: z.enum(writtenLanguages),
  document: z.nullable(
    z.object({
      kind: z.enum(['file', 'link']),
      /** A link that works for a year and dies with the contract, or the external address. */
      url: z.string(),
      fileName: z.nullable(z.string()),
      mime: z.nullable(z.string()),
      size: z.nullable(z.int()),
    }),
  ),
  /** Whether it can be read as text, too: it was printed from a template. */
  hasText: z.boolean(),
  createdAt: time,
  signedAt: z.nullable(time),
  /** How it was signed: `manual` when staff validated it by hand, `electronic` when it is sealed. */
  signingMethod: z.nullable(z.enum(signingMethods)),
  stage: z.enum(contractStages),
  /** What signing does with the document; null while it was not judged. */
  signRoute: z.nullable(z.enum(signRoutes)),
  remarks: z.array(z.enum(signRemarks)),
  openedAt: z.nullable(time),
  codeSentAt: z.nullable(time),
  declined: z.nullable(z.object({ at: time, reason: z.string() })),
  /** When its partner was last reminded of it. */
  remindedAt: z.nullable(time),
  countersignedAt: z.nullable(time),
  /** While it waits to be signed anew: when and why the last signature was taken back. */
  revoked: z.nullable(z.object({ at: time, reason: z.string() })),
  /** Identifies the electronic signature in force on /verify. */
  reference: z.nullable(z.string()),
  /** Whether it was ever sealed, revoked or not: its sealed versions are in the evidence. */
  sealed: z.boolean(),
  /** An amendment whose main contract has to be signed first. */
  waitsForMain: z.boolean(),
  /** The partner's newest main contract: the one that is to be signed and that unlocks. */
  newestMain: z.boolean(),
  /** Link to the picture of the paper that staff added when they validated by hand. */
  scanUrl: z.nullable(z.string()),
  /** `sign`: the caller may sign it now. */
  can: z.object({
    sign: z.boolean(),
    validate: z.boolean(),
    revoke: z.boolean(),
    countersign: z.boolean(),
    delete: z.boolean(),
  }),
})
export type Contract = z.infer<typeof contract>

export const contractList = sortedList({
  filters: {
    status: z.optional(contractStatus),
    contractType: z.optional(contractType),
    stage: z.optional(z.enum(contractStages)),
    /** Unsigned contracts of those who are partners now, by whose turn it is. */
    waits: z.optional(z.enum(contractWaits)),
    partnerId: z.optional(id),
    /** Matches the partner and the title. */
    search: searchText,
    /** Days of creation, whatever the status. */
    ...periodQuery,
  },
  sorts: ['date', 'signed', 'partner', 'type', 'title'],
  usual: '-date',
})

export type ContractFilter = FilterOf<typeof contractList>

/** Why a signed contract is taken back: both sides read it. */
export const revokeForm = z.strictObject({
  reason: lines(2, 1000, m.reasonToGive, m.reasonTooLong),
})

export const contractRoutes = {
  listContracts: route('GET', '/contracts', {
    summary: 'Contracts, newest first unless sorted: a partner’s own, or all for staff',
    who: 'member',
    ability: 'contracts',
    query: sortedPageOf(contractList),
    returns: page(contract),
    holdsSecrets: true,
    // The answer has links that were made for the viewer, not for the partner.
    duringView: 'allowed',
  }),
  assignContract: route('POST', '/contracts', {
    summary: 'Assign a contract (an upload or an external link) to a partner; it starts pending',
    who: 'admin',
    right: 'contracts',
    body: z.strictObject({
      partnerId: z.uuid({ error: missing }),
      title,
      contractType,
      document: contractDocument,
      /** The language of the document; French unless given. */
      language: z.optional(z.enum(writtenLanguages)),
    }),
    returns: contract,
    holdsSecrets: true,
    status: 201,
    refusals: ['upload_not_found', 'partner_not_active', 'document_unsignable', 'inspection_unavailable'],
  }),
  validateContract: route('POST', '/contracts/:id/validate', {
    summary: 'Validate a pending contract: it is marked as signed, without an electronic signature',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    returns: contract,
    holdsSecrets: true,
    refusals: ['contract_not_pending', 'partner_not_active'],
  }),
  attachScan: route('POST', '/contracts/:id/scan', {
    summary: 'Keep a scan of the paper with a validated contract; a new one takes the place of the old',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    body: z.strictObject({ uploadId: id }),
    returns: contract,
    holdsSecrets: true,
    refusals: ['upload_not_found', 'contract_not_pending'],
  }),
  revokeContract: route('POST', '/contracts/:id/revoke', {
    summary: 'Set a signed contract back to pending, for a reason that both sides are told; what was sealed stays as evidence',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    body: revokeForm,
    returns: contract,
    holdsSecrets: true,
    refusals: ['contract_already_pending', 'partner_not_active'],
  }),
  deleteContract: route('DELETE', '/contracts/:id', {
    summary: 'Delete a contract and the link to its file',
    who: 'admin',
    right: 'contracts',
    params: idParams,
    refusals: ['contract_signed_kept'],
  }),
  contractsCsv: route('GET', '/contracts.csv', {
    summary: 'Contracts as CSV, with the filters of the list',
    who: 'admin',
    transaction: 'own',
    ownership: 'staff',
    query: filterOf(contractList),
    answer: 'csv',
    heavy: true,
  }),
  contractFile: route('GET', '/contracts/:id/file', {
    summary: 'The document of a contract, by its signed link',
    who: 'anyone',
    transaction: 'own',
    ownership: 'link',
    params: idParams,
    query: z.strictObject({
      /** The user whom the link was made for. */
      for: id,
      /** The session in which the link was made: ending the session ends the link. */
      session: z.optional(id),
      expires: anyText().check(z.regex(/^\d{1,12}$/)),
      signature: anyText().check(z.maxLength(100)),
      inline: z.optional(z.literal('1')),
      /** `original`: the document before it was sealed; `scan`: the picture of the paper. Absent: the file that counts. */
      part: z.optional(z.enum(['original', 'scan'])),
    }),
    answer: 'file',
    refusals: ['link_invalid'],
  }),
  contractLink: route('GET', '/contracts/:id/link', {
    summary: 'The external document of a contract; that its signer opened it is noted',
    who: 'member',
    duringView: 'refused',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    answer: 'redirect',
  }),
}

export const contractEvents = {
  /** `withInvitation`: the mail of the invitation says that it waits. */
  'contract.assigned': event<null, { readonly contractType: ContractType; readonly withInvitation?: true }>('contract', {
    changesAccessOf: 'company',
  }),
  'contract.validated': event<
    { readonly status: ContractStatus },
    { readonly status: ContractStatus; readonly signingMethod: 'validated' }
  >('contract', { changesAccessOf: 'company' }),
  'contract.scan_attached': event('contract'),
  'contract.revoked': event<
    {
      readonly status: ContractStatus
      readonly signedAt: string | null
      readonly signingMethod: 'validated' | 'electronic' | null
    },
    { readonly status: ContractStatus; readonly reason: string }
  >('contract', { changesAccessOf: 'company' }),
  'contract.deleted': event<{ readonly title: string; readonly contractType: ContractType }>('contract', {
    changesAccessOf: 'company',
  }),
}
