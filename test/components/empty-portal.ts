import { partnerNameRoutes } from '#accounts/people/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api/contracts.ts'
import { signingRoutes } from '#contracts/contracts/api/signing.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { usualFields } from '#leads/lead-settings/web/data.ts'
import { type ListedLead, leadRoutes, listedLead } from '#leads/leads/api/leads.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { termsRoutes } from '#money/terms/api.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { ReturnOf } from '#platform/api/route.ts'
import { setupRoutes } from '#provider/checklist/api.ts'
import { defaultStages } from '../default-stages.ts'
import { answer, answerLeast } from './api.ts'
import { sampleOf } from './sample-of.ts'

/** A lead as a board of the specification's stages shows it. */
export const sampleLead: ListedLead = { ...sampleOf(listedLead), name: 'Lucie Petit', offerType: 'automation', status: 'nouveau' }

/** A board of the specification's stages with these leads in its first column. */
export function boardOf(leads: readonly ListedLead[]): ReturnOf<typeof leadRoutes.leadBoard> {
  const columns = defaultStages.map(({ key }, place) => ({ status: key, items: place === 0 ? [...leads] : [] }))
  return {
    byStatus: columns.map(({ status, items }) => ({ status, count: items.length, amountCents: 0 })),
    pages: columns.map((column) => ({ ...column, nextCursor: null })),
  }
}

/** What the lists of both sides read, of a portal in which nothing has happened. */
function answerSharedLists(): void {
  answerLeast(overviewRoutes.getOverview, tierRoutes.listTiers, contractRoutes.listContracts, resourceRoutes.listResources)
  answerLeast(commissionRoutes.listCommissions, commissionRoutes.commissionSummary)
  answer(leadSettingsRoutes.leadSettings, { offers: [], fields: [...usualFields], stages: [...defaultStages] })
  answer(leadRoutes.leadBoard, boardOf([]))
}

/** What staff's first page and lists read. */
export function answerStaffLists(): void {
  answerSharedLists()
  answerLeast(forYouRoutes.getTasks, setupRoutes.getSetup, signingRoutes.signingHealth)
  answerLeast(partnerRoutes.listPartners, partnerRoutes.partnerSummary, partnerNameRoutes.partnerNames)
  answerLeast(clientPaymentRoutes.listClientPayments, clientPaymentRoutes.clientPaymentSummary)
}

/** What a partner's first page and lists read. */
export function answerPartnerLists(): void {
  answerSharedLists()
  answerLeast(ownMoneyRoutes.getToDo, ownMoneyRoutes.getComing, paymentRoutes.getPaymentInfo, termsRoutes.termsChanges)
}
