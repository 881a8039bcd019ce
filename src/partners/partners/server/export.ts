import { contractStatusLabels } from '#contracts/contracts/domain/contracts.ts'
import { bankDetailLabels } from '#money/bank-details/domain/bank-details.ts'
import type { BillingProfile } from '#money/billing/api.ts'
import { billingMissing, billingModeLabels, vatWording } from '#money/billing/domain/billing.ts'
import { presentBilling } from '#money/billing/server/present.ts'
import { readBillingProfiles } from '#money/billing/server/queries.ts'
import { csvEuros } from '#platform/domain/csv.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type PersonRow, partnerRoutes } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import { presentPerson } from './present.ts'
import { listPeople, withIbanOwners } from './queries.ts'

interface ExportedPerson extends PersonRow {
  readonly profile: BillingProfile | null
}

/** '3 rue du Port, 44000 Nantes' */
function streetAndTown({ buildingNumber, street, postcode, town }: BillingProfile): string {
  return [`${buildingNumber} ${street}`, `${postcode} ${town}`].map((line) => line.trim()).join(', ')
}

function billingState({ role, profile }: ExportedPerson): string {
  if (profile) return billingModeLabels[profile.mode]
  return role === 'admin' ? '' : billingMissing()
}

const columns: CsvColumns<ExportedPerson> = [
  [m.partner, (row) => row.fullName],
  [m.email, (row) => row.email],
  [m.company, (row) => row.company],
  [m.role, (row) => row.role],
  [m.state, (row) => row.state],
  [m.contract, (row) => (row.contract ? contractStatusLabels[row.contract] : '')],
  [m.totalRevenueEur, (row) => csvEuros(row.totalRevenueCents)],
  [m.joined, (row, zone) => csvDay(row.joinedAt, zone)],
  [m.bankDetails, ({ bankDetails }) => (bankDetails ? bankDetailLabels[bankDetails.state] : '')],
  ['IBAN', ({ bankDetails }) => bankDetails?.maskedIban ?? ''],
  [m.ibanChangedRecently, ({ bankDetails }) => (bankDetails?.changedRecently ? m.yes() : '')],
  [m.ibanShared, ({ bankDetails }) => (bankDetails?.shared ? m.yes() : '')],
  [m.billing, billingState],
  [m.vat, ({ profile }) => (profile ? vatWording(profile) : '')],
  [m.legalName, ({ profile }) => profile?.legalName ?? ''],
  [m.legalForm, ({ profile }) => profile?.legalForm ?? ''],
  ['SIREN', ({ profile }) => profile?.siren ?? ''],
  ['SIRET', ({ profile }) => profile?.siret ?? ''],
  [m.vatNumber, ({ profile }) => profile?.vatNumber ?? ''],
  [m.billingAddress, ({ profile }) => (profile ? streetAndTown(profile) : '')],
  [m.billingCountry, ({ profile }) => profile?.country ?? ''],
  [m.id, (row) => row.id],
  [m.externalId, (row) => row.externalId ?? ''],
  [m.people, (row) => (row.people === null ? '' : String(row.people))],
]

/** People with access or an invitation, for staff. */
export const partnersCsv = csvOf(partnerRoutes.partnersCsv, {
  columns: () => columns,
  page: async (caller, query) => {
    const rows = await listPeople(caller, await withIbanOwners(caller, query))
    const profiles = await readBillingProfiles(
      caller.tx,
      rows.map(({ record_id }) => record_id),
    )
    return sortedPage(rows, query.limit, (row) => {
      const profile = profiles.get(row.record_id)
      return { ...presentPerson(row, caller), profile: profile ? presentBilling(profile) : null }
    })
  },
})
