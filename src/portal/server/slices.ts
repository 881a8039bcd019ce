import type { TableEntries } from '#access/domain/personal-data.ts'
import { uploadSlice } from '#access/server/uploads.ts'
import { apiKeySlice } from '#accounts/api-keys/server/handlers.ts'
import { accountSlice, authSlice, passkeySlice, providerSignInSlice, signInLinkSlice } from '#accounts/auth/server/handlers.ts'
import { identityProviderSlice } from '#accounts/identity-provider/server/handlers.ts'
import { savedViewSlice } from '#accounts/saved-views/server/handlers.ts'
import { viewSlice } from '#accounts/view-as/server/handlers.ts'
import { announcementSlice } from '#communication/announcements/server/handlers.ts'
import { unreadSlice } from '#communication/lead-news/server/handlers.ts'
import { newsMailSlice, notificationSlice } from '#communication/notifications/server/handlers.ts'
import { reminderSlice } from '#communication/reminders/server/handlers.ts'
import { resourceSlice } from '#communication/resources/server/handlers.ts'
import { contractSlice } from '#contracts/contracts/server/handlers.ts'
import { readingSlice } from '#contracts/contracts/server/reading-handlers.ts'
import { signingSlice } from '#contracts/contracts/server/signing-handlers.ts'
import { templateSlice } from '#contracts/templates/server/handlers.ts'
import { verificationSlice } from '#contracts/verification/server/handlers.ts'
import { clientConfirmationSlice } from '#leads/client-confirmations/server/handlers.ts'
import { fieldSlice } from '#leads/fields/server/handlers.ts'
import { leadImportSlice } from '#leads/import/server/import-handlers.ts'
import { introductionSlice } from '#leads/introductions/server/handlers.ts'
import { leadSettingsSlice } from '#leads/lead-settings/server/handlers.ts'
import { leadExternalIdSlice } from '#leads/leads/server/external-id-handlers.ts'
import { leadFileSlice } from '#leads/leads/server/file-handlers.ts'
import { leadSlice } from '#leads/leads/server/handlers.ts'
import { offerSlice } from '#leads/offers/server/handlers.ts'
import { leadReceiptSlice } from '#leads/receipts/server/handlers.ts'
import { registrationSlice } from '#leads/registrations/server/handlers.ts'
import { leadShareSlice } from '#leads/shares/server/handlers.ts'
import { stageSlice } from '#leads/stages/server/handlers.ts'
import { accountingSlice } from '#money/accounting/server/handlers.ts'
import { yearSlice } from '#money/accounting/server/year-handlers.ts'
import { bankAnswerSlice } from '#money/bank-answers/server/handlers.ts'
import { paymentSlice } from '#money/bank-details/server/handlers.ts'
import { billingSlice } from '#money/billing/server/handlers.ts'
import { clientPaymentImportSlice, clientPaymentSlice } from '#money/client-payments/server/handlers.ts'
import { clientInvoiceSlice } from '#money/client-payments/server/invoice-handlers.ts'
import { commissionSlice } from '#money/commissions/server/handlers.ts'
import { disputeSlice } from '#money/disputes/server/handlers.ts'
import { invoiceSlice } from '#money/invoices/server/handlers.ts'
import { payoutFileSlice } from '#money/payout-files/server/handlers.ts'
import { payoutSlice } from '#money/payouts/server/handlers.ts'
import { uploadedInvoiceSlice } from '#money/payouts/server/invoice-handlers.ts'
import { ruleSlice } from '#money/rules/server/handlers.ts'
import { termsSlice } from '#money/terms/server/handlers.ts'
import { tierChangeSlice, tierSlice } from '#money/tiers/server/handlers.ts'
import { vigilanceSlice } from '#money/vigilance/server/handlers.ts'
import { failureSlice } from '#operations/failures/server/handlers.ts'
import { eventJournalSlice } from '#operations/journal/server/handlers.ts'
import { systemSlice } from '#operations/system/server/handlers.ts'
import { webhookSlice } from '#operations/webhooks/server/handlers.ts'
import { forYouSlice } from '#overview/for-you/server/handlers.ts'
import { ownMoneySlice } from '#overview/partner/server/handlers.ts'
import { programmeFileSlice } from '#overview/programme-file/server/handlers.ts'
import { searchSlice } from '#overview/search/server/handlers.ts'
import { overviewSlice } from '#overview/server/handlers.ts'
import { partnerCorrectionSlice } from '#partners/corrections/server/handlers.ts'
import { mergingSlice } from '#partners/merging/server/handlers.ts'
import { objectionSlice } from '#partners/objections/server/handlers.ts'
import { partnerSlice } from '#partners/partners/server/handlers.ts'
import { partnerImportSlice } from '#partners/partners/server/import-handlers.ts'
import { partnerProfileSlice } from '#partners/profile/server/handlers.ts'
import { teamSlice } from '#partners/team/server/handlers.ts'
import { periodSlice } from '#people-data/periods/server/handlers.ts'
import { registerSlice } from '#people-data/register/server/handlers.ts'
import { requestSlice } from '#people-data/requests/server/handlers.ts'
import { serverInfoRoutes } from '#platform/api/server-info.ts'
import type { ConstraintRefusals } from '#platform/server/db/constraint-refusals.ts'
import type { Slice } from '#platform/server/http/bind.ts'
import { platformData } from '#platform/server/personal-data.ts'
import { liveRoutes } from '#portal/api/live.ts'
import { setupSlice } from '#provider/checklist/server/handlers.ts'
import { programmeSlice } from '#provider/programme/server/handlers.ts'
import { settingsSlice } from '#provider/programme/server/identity-handlers.ts'

/** What each slice has on the server, by the name that the OpenAPI document gives it. */
export const slices = {
  auth: authSlice,
  account: accountSlice,
  signInLinks: signInLinkSlice,
  passkeys: passkeySlice,
  providerSignIn: providerSignInSlice,
  identityProvider: identityProviderSlice,
  partners: partnerSlice,
  partnerProfile: partnerProfileSlice,
  team: teamSlice,
  merging: mergingSlice,
  partnerCorrections: partnerCorrectionSlice,
  objections: objectionSlice,
  partnerImport: partnerImportSlice,
  leads: leadSlice,
  programmeFile: programmeFileSlice,
  leadFiles: leadFileSlice,
  leadExternalIds: leadExternalIdSlice,
  leadImport: leadImportSlice,
  leadReceipts: leadReceiptSlice,
  leadShares: leadShareSlice,
  leadSettings: leadSettingsSlice,
  leadFields: fieldSlice,
  offers: offerSlice,
  stages: stageSlice,
  registrations: registrationSlice,
  introductions: introductionSlice,
  clientConfirmations: clientConfirmationSlice,
  commissions: commissionSlice,
  clientPayments: clientPaymentSlice,
  clientPaymentImport: clientPaymentImportSlice,
  clientInvoices: clientInvoiceSlice,
  disputes: disputeSlice,
  payouts: payoutSlice,
  uploadedInvoices: uploadedInvoiceSlice,
  bankAnswers: bankAnswerSlice,
  payoutFiles: payoutFileSlice,
  invoices: invoiceSlice,
  vigilance: vigilanceSlice,
  programme: programmeSlice,
  year: yearSlice,
  accounting: accountingSlice,
  tiers: tierSlice,
  tierChanges: tierChangeSlice,
  rules: ruleSlice,
  terms: termsSlice,
  contracts: contractSlice,
  reading: readingSlice,
  signing: signingSlice,
  verification: verificationSlice,
  system: systemSlice,
  eventJournal: eventJournalSlice,
  templates: templateSlice,
  resources: resourceSlice,
  payments: paymentSlice,
  billing: billingSlice,
  notifications: notificationSlice,
  news: newsMailSlice,
  unread: unreadSlice,
  announcements: announcementSlice,
  reminders: reminderSlice,
  overview: overviewSlice,
  forYou: forYouSlice,
  ownMoney: ownMoneySlice,
  search: searchSlice,
  failures: failureSlice,
  settings: settingsSlice,
  apiKeys: apiKeySlice,
  webhooks: webhookSlice,
  files: uploadSlice,
  savedViews: savedViewSlice,
  views: viewSlice,
  setup: setupSlice,
  requests: requestSlice,
  processingRecord: registerSlice,
  periods: periodSlice,
}

/** What each constraint of the database is answered with where it refuses a change. */
export const constraints: ConstraintRefusals = Object.assign({}, ...Object.values(slices).map((each) => each.constraints))

/** Says whose each table is, why, how long, and what an erasure and an archive make of it. */
export const personalData: TableEntries = Object.assign(
  {},
  platformData,
  ...Object.values(slices).map((each) => each.personalData),
)

type RoutesOf<Slices extends Record<string, Slice>> = { readonly [Name in keyof Slices]: Slices[Name]['routes'] }
const routesOf = <Slices extends Record<string, Slice>>(all: Slices) =>
  Object.fromEntries(Object.entries(all).map(([name, { routes }]) => [name, routes])) as RoutesOf<Slices>

/** Every route of the API, by slice: what the OpenAPI document and the permission matrix walk. */
export const portalRoutes = { ...routesOf(slices), activity: liveRoutes, server: serverInfoRoutes }
