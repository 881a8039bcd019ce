import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { type FileField, fileFields, fileTitles, leadFieldOf, ownFileFields } from '#leads/import/domain/lead-file.ts'
import { ownRegistrationLabels, registrationStateLabels } from '#leads/registrations/domain/registrations.ts'
import { type CsvCell, csvEuros } from '#platform/domain/csv.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { newestPage, readPosition } from '#platform/server/http/lists/cursor.ts'
import type { Lead, leadRoutes } from '../api/leads.ts'
import { type LeadFieldKind, leadFields } from '../domain/lead-fields.ts'
import { leadStatusLabels, type OfferType, offerLabels, offerLabelsForAdmins } from '../domain/leads.ts'
import { m } from '../messages/messages.ts'
import { presentLead } from './present.ts'
import { listLeads, readWhole } from './queries.ts'

type ExportedLead = Lead & { readonly partnerEmail: string }
type Offers = Readonly<Record<OfferType, string>>

const fieldCells: Readonly<Record<LeadFieldKind, (value: string | number, offers: Offers) => CsvCell>> = {
  text: String,
  email: String,
  phone: String,
  url: String,
  money: (cents) => csvEuros(Number(cents)),
  offer: (type, offers) => offers[type as OfferType],
  note: String,
}

function cellOf(lead: Lead, fileField: FileField, offers: Offers): CsvCell {
  if (fileField === 'partner') return nameOf(lead.partner)
  if (fileField === 'status') return leadStatusLabels[lead.status]
  const field = leadFieldOf(fileField)
  return fieldCells[leadFields[field].kind](lead[field], offers)
}

/** The CSV columns: those that an import recognizes, date and id. */
function csvColumns(fields: readonly FileField[], offers: Offers): CsvColumns<ExportedLead> {
  return [
    ...fields.map((field) => [() => fileTitles[field], (lead: ExportedLead) => cellOf(lead, field, offers)] as const),
    [m.created, (lead, zone) => csvDay(lead.createdAt, zone)],
    [m.id, (lead) => lead.id],
  ]
}

/** Stand at the end, so that programs that read the earlier columns keep working. */
const partnerColumns: CsvColumns<ExportedLead> = [
  ...csvColumns(ownFileFields, offerLabels),
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => ownRegistrationLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
]
const adminColumns: CsvColumns<ExportedLead> = [
  ...csvColumns(fileFields, offerLabelsForAdmins),
  [m.partnerEmail, (lead) => lead.partnerEmail],
  [m.externalId, (lead) => lead.externalId ?? ''],
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => registrationStateLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
]

/** A partner's own leads, or all leads for administrators. */
export const leadsCsv: Handlers<typeof leadRoutes>['leadsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'leads',
    columns: (actor) => (actor.kind === 'admin' ? adminColumns : partnerColumns),
    page: async ({ tx, actor }, query, cursor) => {
      const ofAll = actor.kind === 'admin'
      refuseUnless(ofAll || !query.duplicates, 'not_allowed')
      const after = readPosition(cursor ?? undefined)
      const rows = await readWhole(tx, await listLeads(tx, { ...query, ofAll, after, limit: exportPageSize }))
      return withPartnerEmails(
        tx,
        newestPage(rows, exportPageSize, (row) => presentLead(row, new Map(), actor)),
      )
    },
  })
