import * as z from 'zod/mini'
import { proof, proofRefusals } from '#accounts/auth/api/proof.ts'
import { mapFileFields } from '#leads/leads/domain/lead-file.ts'
import { event } from '#platform/api/events.ts'
import { list, pageOf } from '#platform/api/list.ts'
import { importPace, type Pace, route } from '#platform/api/route.ts'
import { anyText, centsSum, count, id, idParams, page, time } from '#platform/api/shapes.ts'
import { importOutcomes, importStates, maxImportRows } from './domain/imports.ts'
import { importKinds } from './domain/kinds.ts'

/** Rows per request: progress is visible, and it can be stopped between two. */
export const maxStagedRows = 100

/** A file of the largest size takes 500 requests: four such files an hour. */
const stagingPace: Pace = { max: 2000, windowSeconds: 3600 }

const kind = z.enum(importKinds)
const hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const cell = z._default(z.string(), '')
const shortText = anyText().check(z.maxLength(1000))

/**
 * A row with the texts of its cells: the server parses amounts, offers and statuses. `partner` is the e-mail or the name of the
 * lead's partner, for staff only; an empty `status` means `nouveau`, and former ones (`en_cours`, `appel`, `perdu`) are mapped.
 */
export const leadRow = z.strictObject({
  ...mapFileFields(() => cell),
  /** What another tool calls the row: by it the row is known again. */
  externalId: cell,
  /** Only euros are taken. */
  currency: cell,
  /** The texts of custom fields, by key or by a label in any language. */
  fields: z._default(z.record(z.string(), z.string()), {}),
})

export const partnerRow = z.strictObject({
  email: cell,
  fullName: cell,
  company: cell,
  /** What they are to the company; rows of one company are one partner where it is said. */
  role: cell,
  template: cell,
  externalId: cell,
  state: cell,
})

/** How the columns of a file became fields: what is remembered for the same titles. */
export const mappingForm = z.strictObject({
  columns: z.record(anyText(), z.array(count)),
  defaults: z.record(anyText(), shortText),
  values: z.record(anyText(), z.record(anyText(), shortText)),
  days: z.nullable(z.enum(['dayFirst', 'monthFirst'])),
  decimals: z.nullable(z.enum([',', '.'])),
  isCents: z.boolean(),
})

export type StoredMapping = z.output<typeof mappingForm>

const settings = z.strictObject({
  /** The partner of rows that name none; staff only. */
  partnerId: z.optional(id),
  /** Also adds leads of clients that are followed already; they are marked as possible duplicates. */
  includeDuplicates: z._default(z.boolean(), false),
  /** Records payments above what was expected, or of a day before the signature, too. */
  includeUnexpected: z._default(z.boolean(), false),
  /** The tool that had these leads before has told their people that their details are kept. */
  toldBefore: z._default(z.boolean(), false),
})

const begin = z.strictObject({
  kind,
  fileName: anyText().check(z.minLength(1), z.maxLength(255)),
  /** SHA-256 of the file. */
  fileHash: hash,
  tool: z._default(anyText().check(z.maxLength(60)), ''),
  rowCount: z.int().check(z.minimum(1), z.maximum(maxImportRows)),
  settings: z._default(settings, { includeDuplicates: false, includeUnexpected: false, toldBefore: false }),
})

const message = z.object({ path: z.string(), message: z.string() })

/** A row as it was checked. */
export const checkedRow = z.object({
  number: count,
  outcome: z.enum(importOutcomes),
  /** What it became; null before, and for a row that was not taken. */
  recordId: z.nullable(id),
  /** Reasons, and what was read otherwise than it stands. `path` is the field, or empty for the whole row. */
  messages: z.array(message),
  /** What was read; null where it cannot be. */
  read: z.nullable(
    z.object({
      /** The client, person or lead. */
      title: z.string(),
      partner: z.string(),
      status: z.optional(z.string()),
      amountCents: z.optional(centsSum),
      receivedOn: z.optional(z.iso.date()),
      /** The commission that it brings, or would bring. */
      commissionCents: z.optional(centsSum),
      /** By how much the client will have paid more than was expected. */
      aboveCents: z.optional(centsSum),
      /** It is taken only where all rows of its kind are to be. */
      toConfirm: z.optional(z.boolean()),
      templateId: z.optional(z.nullable(id)),
      /** It is taken only from somebody who proves who they are. */
      toProve: z.optional(z.boolean()),
    }),
  ),
})
export type CheckedRow = z.infer<typeof checkedRow>

const importView = z.object({
  id,
  kind,
  state: z.enum(importStates),
  fileName: z.string(),
  fileHash: z.string(),
  tool: z.string(),
  rowCount: count,
  settings,
  createdAt: time,
  endedAt: z.nullable(time),
  undoneAt: z.nullable(time),
  broughtBy: z.string(),
  /** How many rows of each outcome there are. */
  counts: z.record(z.string(), count),
  can: z.object({ apply: z.boolean(), stop: z.boolean(), undo: z.boolean(), discard: z.boolean() }),
})
export type ImportView = z.infer<typeof importView>

const sums = z.array(
  z.object({ outcome: z.enum(importOutcomes), partner: z.string(), status: z.string(), count, amountCents: centsSum }),
)

/** Rows `toConfirm`: how many, the commissions that they bring, and to which partners. */
const unexpected = z.object({ count, commissionCents: centsSum, partners: z.array(z.string()) })

export const rowList = list({ filters: { outcome: z.optional(z.enum(importOutcomes)) } })
export const importList = list({ filters: { kind: z.optional(kind) } })

const remembered = z.object({
  id,
  titles: z.array(z.string()),
  mapping: mappingForm,
  savedBy: z.string(),
  savedAt: time,
})
export type RememberedMapping = z.infer<typeof remembered>

const people = { who: 'unlocked', ability: 'leads', right: ['leads', 'partners', 'money'] } as const

export const importRoutes = {
  listImports: route('GET', '/imports', {
    summary: 'The files that were brought, newest first: one’s own, and for administrators all',
    ...people,
    query: pageOf(importList),
    returns: page(importView),
  }),
  readImport: route('GET', '/imports/:id', {
    summary: 'How far an import is, with its sums by partner and state',
    ...people,
    params: idParams,
    returns: z.object({ ...importView.shape, staged: count, lastStaged: count, toInvite: count, sums, unexpected }),
    refusals: ['not_found'],
  }),
  listImportRows: route('GET', '/imports/:id/rows', {
    summary: 'The rows of an import with what was said of each, in the order of the file',
    ...people,
    params: idParams,
    query: pageOf(rowList),
    returns: page(checkedRow),
    refusals: ['not_found'],
  }),
  refusedRowsCsv: route('GET', '/refused-rows.csv', {
    summary: 'The rows of an import that were not taken, with the reasons: to be corrected and imported again',
    ...people,
    transaction: 'own',
    ownership: 'rowSecurity',
    query: z.strictObject({ importId: id }),
    answer: 'csv',
    refusals: ['not_found'],
  }),
  beginImport: route('POST', '/imports', {
    summary: 'Begin an import: its rows follow, and nothing is written before it is applied',
    ...people,
    adds: true,
    pace: importPace,
    body: begin,
    returns: z.object({ id }),
    refusals: ['not_found', 'partner_not_active', 'right_missing'],
  }),
  stageRows: route('POST', '/imports/:id/rows', {
    summary: 'Stage rows and say what applying them would do; rows that are staged already stay as they are',
    ...people,
    unkeyed: 'repeatable',
    heavy: true,
    pace: stagingPace,
    params: idParams,
    /** Rows are checked one by one: a malformed one does not fail the request; `null` has quotation marks that do not close. */
    body: z.strictObject({
      rows: z
        .array(z.strictObject({ number: z.int().check(z.minimum(1)), cells: z.unknown() }))
        .check(z.minLength(1), z.maxLength(maxStagedRows)),
    }),
    returns: z.object({ rows: z.array(checkedRow) }),
    refusals: ['not_found', 'import_not_open', 'right_missing', 'partner_not_active'],
  }),
  applyImport: route('POST', '/imports/:id/apply', {
    summary: 'Apply an import whose rows are all staged, in batches; one that was stopped goes on',
    ...people,
    unkeyed: 'repeatable',
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    body: z.strictObject({
      ...proof,
      includeDuplicates: z.optional(z.boolean()),
      toldBefore: z.optional(z.boolean()),
      /** Takes rows `toConfirm` as well, where it is the sum of the commissions that all of them make. */
      seenCents: z._default(centsSum, 0),
      /** With it nothing is applied unless every row is ready. */
      all: z._default(z.boolean(), false),
    }),
    status: 202,
    returns: z.object({}),
    refusals: ['not_found', 'import_not_open', 'import_incomplete', 'import_rows_refused', 'right_missing', ...proofRefusals],
  }),
  stopImport: route('POST', '/imports/:id/stop', {
    summary: 'Stop an import after its batch: what was imported stays',
    ...people,
    unkeyed: 'repeatable',
    params: idParams,
    refusals: ['not_found', 'import_not_open', 'right_missing'],
  }),
  undoImport: route('POST', '/imports/:id/undo', {
    summary: 'Take back all that an import has added, unless something has followed: then it says what, and changes nothing',
    ...people,
    unkeyed: 'repeatable',
    heavy: true,
    transaction: 'own',
    ownership: 'rowSecurity',
    params: idParams,
    returns: z.object({ obstacles: z.array(z.object({ title: z.string(), event: z.string(), at: time })) }),
    refusals: ['lead_restricted', 'not_found', 'import_not_open', 'right_missing'],
  }),
  inviteImported: route('POST', '/imports/:id/invitations', {
    summary: 'Invite the people of an import of partners who wait for it: each gets the mail with their link',
    who: 'admin',
    right: 'partners',
    unkeyed: 'repeatable',
    heavy: true,
    params: idParams,
    returns: z.object({ invited: count }),
    refusals: ['not_found', 'import_not_open'],
  }),
  discardImport: route('DELETE', '/imports/:id', {
    summary: 'Discard an import that was not applied, with its rows',
    ...people,
    unkeyed: 'repeatable',
    params: idParams,
    refusals: ['not_found', 'import_not_open', 'right_missing'],
  }),
  rememberedMapping: route('GET', '/import-mappings/:kind/:titlesHash', {
    summary: 'How a file with these titles was mapped the last time, and by whom',
    ...people,
    params: z.object({ kind, titlesHash: hash }),
    returns: z.object({ mapping: z.nullable(remembered) }),
  }),
  rememberMapping: route('PUT', '/import-mappings/:kind/:titlesHash', {
    summary: 'Remember how a file with these titles is mapped',
    ...people,
    unkeyed: 'repeatable',
    params: z.object({ kind, titlesHash: hash }),
    body: z.strictObject({ titles: z.array(shortText).check(z.maxLength(200)), mapping: mappingForm }),
    refusals: ['right_missing'],
  }),
  forgetMapping: route('DELETE', '/import-mappings/:kind/:titlesHash', {
    summary: 'Forget how a file with these titles was mapped',
    ...people,
    unkeyed: 'repeatable',
    params: z.object({ kind, titlesHash: hash }),
    refusals: ['right_missing'],
  }),
}

interface Imported {
  readonly importId: string
  readonly kind: (typeof importKinds)[number]
  readonly fileName: string
  readonly fileHash: string
  readonly tool: string
  readonly counts: Readonly<Record<string, number>>
}

export const importEvents = {
  /** Leads from a file, as versions before 0.3 recorded it. */
  'leads.imported': event<null, { readonly count: number }>(null),
  'import.applied': event<null, Imported>(null),
  'import.undone': event<null, Imported>(null),
}
