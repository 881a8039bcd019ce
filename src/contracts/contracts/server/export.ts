import { nameOf } from '#accounts/people/domain.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { texts } from '#platform/domain/languages.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type Contract, contractRoutes } from '../api/contracts.ts'
import { contractStatusLabels, contractTypeLabels } from '../domain/contracts.ts'
import { contractStageLabels } from '../domain/signing.ts'
import { m } from '../messages/messages.ts'
import { presentContract } from './present.ts'
import { listContracts } from './queries.ts'

const signingMethodLabels = texts({ electronic: m.electronicSignature, validated: m.validatedByHand })

const columns: CsvColumns<Contract & { partnerEmail: string }> = [
  [m.partner, (row) => nameOf(row.partner)],
  [m.type, (row) => contractTypeLabels[row.contractType]],
  [m.heading, (row) => row.title],
  [m.status, (row) => contractStatusLabels[row.status]],
  [m.stage, (row) => contractStageLabels[row.stage]],
  [m.created, (row, zone) => csvDay(row.createdAt, zone)],
  [m.signedDate, (row, zone) => csvDay(row.signedAt, zone)],
  [m.howSigned, (row) => (row.signingMethod ? signingMethodLabels[row.signingMethod] : '')],
  [m.counterSignedDate, (row, zone) => csvDay(row.countersignedAt, zone)],
  [m.declinedBecause, (row) => row.declined?.reason ?? ''],
  [m.document, (row) => row.document?.fileName ?? row.document?.url ?? ''],
  [m.signatureReference, (row) => row.reference ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.partnerId, (row) => row.partner.id],
  [m.id, (row) => row.id],
]

/** Every contract, for staff. */
export const contractsCsv = csvOf(contractRoutes.contractsCsv, {
  columns: () => columns,
  page: async (caller, query) =>
    withPartnerEmails(
      caller.tx,
      sortedPage(await listContracts(caller.tx, query), query.limit, (row) => presentContract(row, caller)),
    ),
})
