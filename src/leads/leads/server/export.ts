import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { type FileField, fileFields, fileTitles, leadFieldOf, ownFileFields } from '#leads/import/domain/lead-file.ts'
import { readOfferNames } from '#leads/offers/server/queries.ts'
import { ownRegistrationLabels, registrationStateLabels } from '#leads/registrations/domain/registrations.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import { type CsvCell, csvEuros } from '#platform/domain/csv.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { buildCsv, type CsvColumns, csvDay, exportPageSize } from '#platform/server/http/lists/csv-export.ts'
import { newestPage, readPosition } from '#platform/server/http/lists/cursor.ts'
import type { Lead, leadRoutes } from '../api/leads.ts'
import { type LeadFieldKind, leadFields } from '../domain/lead-fields.ts'
import { m } from '../messages/messages.ts'
import { filterOf } from './lead-filter.ts'
import { presentLead } from './present.ts'
import { listLeads, readWhole } from './queries.ts'

/** A lead with the names that its offer and its stage have for the reader. */
type ExportedLead = Lead & { readonly partnerEmail: string; readonly offerName: string; readonly stageName: string }

const fieldCells: Readonly<Record<Exclude<LeadFieldKind, 'offer'>, (value: string | number) => CsvCell>> = {
  text: String,
  email: String,
  phone: String,
  url: String,
  money: (cents) => csvEuros(Number(cents)),
  note: String,
}

function cellOf(lead: ExportedLead, fileField: FileField): CsvCell {
  if (fileField === 'partner') return nameOf(lead.partner)
  if (fileField === 'status') return lead.stageName
  const field = leadFieldOf(fileField)
  const { kind } = leadFields[field]
  return kind === 'offer' ? lead.offerName : fieldCells[kind](lead[field])
}

/** The CSV columns: those that an import recognizes, date and id. */
function csvColumns(fields: readonly FileField[]): CsvColumns<ExportedLead> {
  return [
    ...fields.map((field) => [() => fileTitles[field], (lead: ExportedLead) => cellOf(lead, field)] as const),
    [m.created, (lead, zone) => csvDay(lead.createdAt, zone)],
    [m.id, (lead) => lead.id],
  ]
}

/** Stand at the end, so that programs that read the earlier columns keep working. */
const partnerColumns: CsvColumns<ExportedLead> = [
  ...csvColumns(ownFileFields),
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => ownRegistrationLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
  [m.offerThen, (lead) => lead.offerThen ?? ''],
  [m.staleSince, (lead, zone) => csvDay(lead.staleSince ?? null, zone)],
]
const adminColumns: CsvColumns<ExportedLead> = [
  ...csvColumns(fileFields),
  [m.partnerEmail, (lead) => lead.partnerEmail],
  [m.externalId, (lead) => lead.externalId ?? ''],
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => registrationStateLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
  [m.offerThen, (lead) => lead.offerThen ?? ''],
  [m.staleSince, (lead, zone) => csvDay(lead.staleSince ?? null, zone)],
]

/** A partner's own leads, or all leads for administrators. */
export const leadsCsv: Handlers<typeof leadRoutes>['leadsCsv'] = (call) =>
  buildCsv(call, {
    fileName: 'leads',
    columns: (actor) => (actor.kind === 'admin' ? adminColumns : partnerColumns),
    page: async ({ tx, actor }, query, cursor) => {
      const reader = { actor, now: call.portal.clock.now() }
      const filter = filterOf(reader, query)
      const after = readPosition(cursor ?? undefined)
      const [offers, stages, listed] = await Promise.all([
        readOfferNames(tx, filter.ofAll),
        readStageNames(tx),
        listLeads(tx, { ...filter, after, limit: exportPageSize }),
      ])
      return withPartnerEmails(
        tx,
        newestPage(await readWhole(tx, listed), exportPageSize, (row) => ({
          ...presentLead(row, new Map(), reader),
          offerName: offers.get(row.offer_type) ?? '',
          stageName: stages.get(row.status) ?? '',
        })),
      )
    },
  })
