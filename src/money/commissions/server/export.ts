import { nameOf } from '#accounts/people/domain.ts'
import { readAsFormer } from '#accounts/people/server/former-queries.ts'
import { withPartnerEmails } from '#accounts/people/server/queries.ts'
import { type Caller, ownOutlook } from '#money/coming/server/queries.ts'
import { disputeStateLabels } from '#money/disputes/domain.ts'
import type { PageOf } from '#platform/api/list.ts'
import { csvEuros, csvPercent } from '#platform/domain/csv.ts'
import { type CsvColumns, csvDay, csvOf } from '#platform/server/http/lists/csv-export.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type Commission, type commissionList, commissionRoutes } from '../api/commissions.ts'
import { commissionStatusLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { presentCommission } from './present.ts'
import { listCommissions } from './queries.ts'

const columns: CsvColumns<Commission & { partnerEmail: string }> = [
  [m.date, (row, zone) => csvDay(row.createdAt, zone)],
  [m.partner, (row) => nameOf(row.partner)],
  [m.lead, (row) => row.lead?.name ?? ''],
  [m.company, (row) => row.lead?.company ?? ''],
  [m.description, (row) => row.description],
  [m.revenueEur, (row) => csvEuros(row.revenueCents)],
  [m.rateField, (row) => csvPercent(row.commissionRate)],
  [m.tier, (row) => row.tierName],
  [m.amountEur, (row) => csvEuros(row.amountCents)],
  [m.menuStatus, (row) => commissionStatusLabels[row.status]],
  [m.validatedOn, (row, zone) => csvDay(row.validatedAt, zone)],
  [m.payableByHeading, (row, zone) => csvDay(row.payableBy, zone)],
  [m.paidDate, (row, zone) => csvDay(row.paidAt, zone)],
  [m.paymentReference, (row) => row.paymentReference],
  [m.heldHeading, (row) => row.heldReason ?? ''],
  [m.clientInvoice, (row) => row.clientPayment?.reference ?? ''],
  [m.received, (row) => row.clientPayment?.receivedOn ?? ''],
  [m.dispute, (row) => (row.disputeState ? disputeStateLabels[row.disputeState] : '')],
  [m.payout, (row) => row.payout?.reference ?? ''],
  [m.partnerEmail, (row) => row.partnerEmail],
  [m.partnerId, (row) => row.partner.id],
  [m.leadId, (row) => row.lead?.id ?? ''],
  [m.takesBackHeading, (row) => row.reversesId ?? ''],
  [m.id, (row) => row.id],
  [m.ruleHeading, (row) => row.rule?.name ?? ''],
  [m.arithmeticHeading, (row) => row.rule?.arithmetic ?? ''],
]

/** A page of what the caller reads, and by when a partner's own is paid. */
export function commissionsAsRead(call: Caller, query: PageOf<typeof commissionList>) {
  const { tx, actor, now } = call
  const filter = { ...query, now, ofAll: actor.kind === 'admin' }
  const rows = readAsFormer(call, query.partnerId, () => listCommissions(tx, filter))
  return Promise.all([rows, ownOutlook(call, query.partnerId)])
}

/** A partner's own commissions, or everybody's for staff. */
export const commissionsCsv = csvOf(commissionRoutes.commissionsCsv, {
  columns: () => columns,
  page: async (call, query) => {
    const [rows, outlook] = await commissionsAsRead(call, query)
    return withPartnerEmails(
      call.tx,
      sortedPage(rows, query.limit, (row) => presentCommission(row, call.actor, outlook)),
    )
  },
})
