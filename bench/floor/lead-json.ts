// A lead as the portal answers it, written by hand.
import { leadAbilities } from '../../src/leads/leads/domain/lead-abilities.ts'
import type { Statement, TextRow } from './pipeline.ts'

const isoText = (time: string) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Why that lead is lost, or null, as JSON. */
export const lossJson = (lead: string) =>
  `case when ${lead}.lost_reason is not null then json_build_object('reason', ${lead}.lost_reason, 'note', ${lead}.lost_note) end`

/** The number of its registration. */
export const registrationNumber = (lead: string) => `(select r.number from lead_registrations r where r.lead_id = ${lead}.id)`

/** What its client has said, or null. */
const clientJson = `case when l.client_word is not null then
  json_build_object('word', l.client_word, 'at', ${isoText('l.client_word_at')}) end`

/** Since when it stands in its stage, if that is longer than the stage allows; null otherwise. */
const staleSince = `(select ${isoText('l.stage_since')} from lead_stages s
  where s.key = l.status and l.stage_since < now() - make_interval(days => s.stale_after_days))`

/** Values of fields that staff have added, as JSON; null for none. */
const ownValues = `nullif(l.fields, '{}')::text`

/** The columns of `leadJson`, of leads `l` and profiles `p`. */
export const leadColumns = `l.id, l.partner_id, p.full_name, p.deleted_at is not null, l.name, l.company, l.email,
  l.phone, l.website, l.estimated_amount_cents, l.offer_type, l.notes, l.status, l.created_at, l.updated_at,
  l.settled, l.external_id, ${lossJson('l')}, json_build_object('number', ${registrationNumber('l')},
    'state', l.registration_state, 'protectedUntil', ${isoText('l.protected_until')}), ${clientJson},
  (select n.name from offers o join offer_names n on n.offer = o.key and n.version = l.offer_version
    where o.key = l.offer_type and o.version <> l.offer_version), ${staleSince}, ${ownValues}`

/** Reads a lead that an earlier statement of the transaction has added, with what its triggers have. */
export const readBack = (id: string): Statement => ({
  name: 'read back',
  text: `select ${leadColumns} from leads l join profiles p on p.user_id = l.partner_id where l.id = $1`,
  values: [id],
})

/** What a lead says of its commission, by whether that is settled. */
const abilities = {
  true: `"settled":true,"can":${JSON.stringify(leadAbilities({ settled: true }))}`,
  false: `"can":${JSON.stringify(leadAbilities({ settled: false }))}`,
}

const text = JSON.stringify as (value: unknown) => string

/** `possibleDuplicate`: JSON, which is always null for partners. */
export function leadJson(row: TextRow, possibleDuplicate = 'null'): string {
  const [id, partner, partnerName, deleted, name, company, email, phone, website, cents, offer, notes, status] = row
  return (
    `{"id":"${id}","partner":{"id":"${partner}","name":${text(partnerName)},"deleted":${deleted === 't'}},` +
    `"name":${text(name)},"company":${text(company)},"email":${text(email)},"phone":${text(phone)},"website":${text(website)},` +
    `"estimatedAmountCents":${cents},"offerType":"${offer}","notes":${text(notes)},"status":"${status}",` +
    `${row[20] ? `"offerThen":${text(row[20])},` : ''}` +
    `${row[21] ? `"staleSince":${text(row[21])},` : ''}${row[22] ? `"fields":${row[22]},` : ''}` +
    `"possibleDuplicate":${possibleDuplicate},"externalId":${text(row[16] ?? null)},` +
    `"loss":${row[17] ?? 'null'},"registration":${row[18] ?? 'null'},"client":${row[19] ?? 'null'},` +
    `"createdAt":"${isoOf(row[13])}","updatedAt":"${isoOf(row[14])}",` +
    `${row[15] === 't' ? abilities.true : abilities.false}}`
  )
}

/** The columns of `listedJson`; for staff, the lead that it may duplicate follows. */
export const listedColumns = `l.id, l.name, l.company, l.estimated_amount_cents, l.offer_type, l.status, l.created_at,
  l.registration_state, l.protected_until, ${clientJson}, l.settled, ${staleSince}, ${ownValues}`

/** The columns about the partner, for staff alone. */
export const partnerColumns = 'l.partner_id, p.full_name, p.deleted_at is not null, l.possible_duplicate_of'

/** A lead in a list. `possibleDuplicate`: JSON, or empty without one. */
export function listedJson(row: TextRow, possibleDuplicate = ''): string {
  const [id, name, company, cents, offer, status, createdAt, state, until, client, settled, stale, fields] = row
  const [partner, partnerName, deleted] = row.slice(13)
  return (
    `{"id":"${id}","name":${text(name)},"company":${text(company)},"estimatedAmountCents":${cents},"offerType":"${offer}",` +
    `"status":"${status}","createdAt":"${isoOf(createdAt)}",` +
    `"registration":{"state":"${state}"${until ? `,"protectedUntil":"${isoOf(until)}"` : ''}}` +
    (client ? `,"client":${client}` : '') +
    (settled === 't' ? ',"settled":true' : '') +
    (stale ? `,"staleSince":${text(stale)}` : '') +
    (fields ? `,"fields":${fields}` : '') +
    (partner ? `,"partner":{"id":"${partner}","name":${text(partnerName)},"deleted":${deleted === 't'}}` : '') +
    (possibleDuplicate ? `,"possibleDuplicate":${possibleDuplicate}}` : '}')
  )
}

/** `2026-11-22 10:00:00.12+00` as `2026-11-22T10:00:00.120Z`. */
export function isoOf(time: string | null | undefined): string {
  const whole = time ?? ''
  return `${whole.slice(0, 10)}T${whole.slice(11, 19)}.${whole.slice(20, -3).padEnd(3, '0').slice(0, 3)}Z`
}

export const pageSize = 50

/** One row more than the page tells that there is a next one. */
export function pageJson(rows: readonly TextRow[], duplicateOf?: (row: TextRow) => string): string {
  const page = rows.length > pageSize ? rows.slice(0, pageSize) : rows
  const last = page.at(-1)
  const cursor =
    last && rows.length > pageSize
      ? `"${Buffer.from(`${last[0]}|${Date.parse(isoOf(last[6])) * 1000}`).toString('base64url')}"`
      : 'null'
  return `{"items":[${page.map((row) => listedJson(row, duplicateOf?.(row))).join(',')}],"nextCursor":${cursor}}`
}
