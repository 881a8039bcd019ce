import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { fieldInputText } from '#leads/fields/domain/field-value.ts'
import type { FieldValue, ValueField } from '#leads/fields/domain/fields.ts'
import { customFields, type Side } from '#leads/fields/server/field-guards.ts'
import { type FieldRow, readFields } from '#leads/fields/server/queries.ts'
import { readOfferNames } from '#leads/offers/server/queries.ts'
import { readStageNames } from '#leads/stages/server/queries.ts'
import { type CsvCell, CsvLines, csvEuros } from '#platform/domain/csv.ts'
import { ownValue } from '#platform/domain/keys.ts'
import type { Words } from '#platform/domain/languages.ts'
import { nameIn } from '#platform/domain/names.ts'
import { manyLines } from '#platform/domain/typed-text.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { newestPage, pageBounds } from '#platform/server/http/lists/cursor.ts'
import { type Lead, leadRoutes } from '../api/leads.ts'
import { valueFieldOf } from '../domain/lead-fields.ts'
import { type FileField, fileFields, fileTitle, leadFieldOf, ownFileFields } from '../domain/lead-file.ts'
import { ownRegistrationLabels, registrationStateLabels } from '../domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import { withExtras } from './lead-extras.ts'
import { readFilter } from './lead-filter.ts'
import { listWholeLeads } from './page-queries.ts'
import { presentLead } from './present.ts'

/** A lead with the names that its offer and its stage have for the reader. */
type ExportedLead = Lead & { readonly partnerEmail: string; readonly offerName: string; readonly stageName: string }

/** The cell of a value, as an import reads it; days as in the other columns. */
function cellOf(field: ValueField, value: FieldValue): CsvCell {
  if (field.kind === 'amount') return csvEuros(Number(value))
  const text = field.kind === 'date' ? String(value) : fieldInputText(field, value, String)
  return field.kind === 'long_text' ? new CsvLines(manyLines(text)) : text
}

function builtInCell(lead: ExportedLead, fileField: FileField): CsvCell {
  if (fileField === 'partner') return nameOf(lead.partner)
  if (fileField === 'status') return lead.stageName
  const field = valueFieldOf(leadFieldOf(fileField))
  return field.kind === 'offer' ? lead.offerName : cellOf(field, lead[leadFieldOf(fileField)])
}

/** A built-in field has its label, which staff may have changed; one that is hidden has no column. */
function titleOf(definitions: readonly FieldRow[], fileField: FileField): Words | null {
  if (fileField === 'partner' || fileField === 'status') return () => fileTitle(fileField)
  const row = definitions.find(({ key }) => key === leadFieldOf(fileField))
  return row?.archived_at ? null : () => (row?.name ? nameIn(row) : fileTitle(fileField))
}

/** The CSV columns: those that an import recognizes, date and id. */
function csvColumns(fields: readonly FileField[], definitions: readonly FieldRow[]): CsvColumns<ExportedLead> {
  return [
    ...fields.flatMap((field) => {
      const title = titleOf(definitions, field)
      return title ? [[title, (lead: ExportedLead) => builtInCell(lead, field)] as const] : []
    }),
    [m.created, (lead, zone) => csvDay(lead.createdAt, zone)],
    [m.id, (lead) => lead.id],
  ]
}

const customColumns = (definitions: readonly FieldRow[], side: Side): CsvColumns<ExportedLead> =>
  customFields(definitions, side)
    .filter(({ isOpen }) => isOpen)
    .map((field) => {
      const content = ({ fields = {} }: ExportedLead): CsvCell => {
        const value = ownValue(fields, field.key)
        return value === undefined ? '' : cellOf(field, value)
      }
      return [() => nameIn(field), content] as const
    })

/** Stand at the end, so that programs that read the earlier columns keep working. */
const partnerColumns = (definitions: readonly FieldRow[]): CsvColumns<ExportedLead> => [
  ...csvColumns(ownFileFields, definitions),
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => ownRegistrationLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
  [m.offerThen, (lead) => lead.offerThen ?? ''],
  [m.staleSince, (lead, zone) => csvDay(lead.staleSince ?? null, zone)],
  ...customColumns(definitions, 'partner'),
]
const adminColumns = (definitions: readonly FieldRow[]): CsvColumns<ExportedLead> => [
  ...csvColumns(fileFields, definitions),
  [m.partnerEmail, (lead) => lead.partnerEmail],
  [m.externalId, (lead) => lead.externalId ?? ''],
  [m.registration, (lead) => lead.registration.number],
  [m.registrationState, (lead) => registrationStateLabels[lead.registration.state]],
  [m.protectedUntil, (lead, zone) => csvDay(lead.registration.protectedUntil, zone)],
  [m.offerThen, (lead) => lead.offerThen ?? ''],
  [m.staleSince, (lead, zone) => csvDay(lead.staleSince ?? null, zone)],
  ...customColumns(definitions, 'staff'),
]

/** A partner's own leads, or all leads for administrators. */
export const leadsCsv: Handlers<typeof leadRoutes>['leadsCsv'] = async (call) => {
  // One file has the same columns from its first page to its last.
  const definitions = await call.portal.database.asActor(call.actor, readFields)
  const file = csvOf(leadRoutes.leadsCsv, {
    columns: (actor) => (actor.kind === 'admin' ? adminColumns : partnerColumns)(definitions),
    page: async (reader, query) => {
      const { tx } = reader
      const filter = await readFilter(reader, query)
      const [offers, stages, { rows, extras }] = await Promise.all([
        readOfferNames(tx, filter.ofAll),
        readStageNames(tx),
        withExtras(reader, listWholeLeads(tx, { ...filter, ...pageBounds(query) })),
      ])
      return withPartnerEmails(
        tx,
        newestPage(rows, query.limit, (row) => ({
          ...presentLead(row, extras, reader),
          offerName: offers.get(row.offer_type) ?? '',
          stageName: stages.get(row.status) ?? '',
        })),
      )
    },
  })
  return file(call)
}
