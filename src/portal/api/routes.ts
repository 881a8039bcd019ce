import { apiKeyRoutes } from '#accounts/api-keys/api.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { authRoutes } from '#accounts/auth/api/auth.ts'
import { passkeyRoutes } from '#accounts/auth/api/passkeys.ts'
import { providerSignInRoutes } from '#accounts/auth/api/provider-sign-in.ts'
import { signInLinkRoutes } from '#accounts/auth/api/sign-in-links.ts'
import { identityProviderRoutes } from '#accounts/identity-provider/api.ts'
import { savedViewRoutes } from '#accounts/saved-views/api.ts'
import { viewRoutes } from '#accounts/view-as/api.ts'
import { announcementRoutes } from '#communication/announcements/api.ts'
import { newsRoutes } from '#communication/lead-news/api/news.ts'
import { unreadRoutes } from '#communication/lead-news/api/unread.ts'
import { notificationRoutes } from '#communication/notifications/api.ts'
import { reminderRoutes } from '#communication/reminders/api.ts'
import { resourceRoutes } from '#communication/resources/api/resources.ts'
import { contractRoutes } from '#contracts/contracts/api.ts'
import { readingRoutes } from '#contracts/reading/api.ts'
import { signingRoutes } from '#contracts/signing/api/signing.ts'
import { templateRoutes } from '#contracts/templates/api.ts'
import { verificationRoutes } from '#contracts/verification/api.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { fieldRoutes } from '#leads/fields/api/fields.ts'
import { leadFileRoutes } from '#leads/files/api.ts'
import { leadImportRoutes } from '#leads/import/api.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { offerRoutes } from '#leads/offers/api/offers.ts'
import { leadReceiptRoutes } from '#leads/receipts/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { stageRoutes } from '#leads/stages/api/stages.ts'
import { accountingRoutes } from '#money/accounting/api.ts'
import { bankAnswerRoutes } from '#money/bank-answers/api.ts'
import { paymentRoutes } from '#money/bank-details/api.ts'
import { billingRoutes } from '#money/billing/api.ts'
import { clientInvoiceRoutes } from '#money/client-payments/api/client-invoices.ts'
import { clientPaymentImportRoutes } from '#money/client-payments/api/client-payment-import.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { invoiceRoutes } from '#money/invoices/api.ts'
import { payoutFileRoutes } from '#money/payout-files/api.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { ruleRoutes } from '#money/rules/api/rules.ts'
import { yearRoutes } from '#money/tax-year/api.ts'
import { tierChangeRoutes } from '#money/tiers/api/tier-changes.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { uploadedInvoiceRoutes } from '#money/uploaded-invoices/api/uploaded-invoices.ts'
import { vigilanceRoutes } from '#money/vigilance/api.ts'
import { failureRoutes } from '#operations/failures/api.ts'
import { eventJournalRoutes } from '#operations/journal/api.ts'
import { systemRoutes } from '#operations/system/api.ts'
import { webhookRoutes } from '#operations/webhooks/api/webhooks.ts'
import { overviewRoutes } from '#overview/api.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import { searchRoutes } from '#overview/search/api.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { partnerImportRoutes } from '#partners/import/api.ts'
import { mergingRoutes } from '#partners/merging/api.ts'
import { objectionRoutes } from '#partners/objections/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { partnerProfileRoutes } from '#partners/profile/api.ts'
import { teamRoutes } from '#partners/team/api.ts'
import { settingsRoutes } from '#platform/api/identity.ts'
import { liveRoutes } from '#platform/api/live.ts'
import { serverInfoRoutes } from '#platform/api/server-info.ts'
import { uploadRoutes } from '#platform/api/uploads.ts'
import { setupRoutes } from '#provider/checklist/api.ts'
import { programmeRoutes } from '#provider/programme/api.ts'

/** Every route of the API, by slice: what the OpenAPI document and the permission matrix walk. */
export const portalRoutes = {
  auth: authRoutes,
  account: accountRoutes,
  signInLinks: signInLinkRoutes,
  passkeys: passkeyRoutes,
  providerSignIn: providerSignInRoutes,
  identityProvider: identityProviderRoutes,
  partners: partnerRoutes,
  partnerProfile: partnerProfileRoutes,
  team: teamRoutes,
  merging: mergingRoutes,
  partnerCorrections: partnerCorrectionRoutes,
  objections: objectionRoutes,
  partnerImport: partnerImportRoutes,
  leads: leadRoutes,
  programmeFile: programmeFileRoutes,
  leadFiles: leadFileRoutes,
  leadExternalIds: leadExternalIdRoutes,
  leadImport: leadImportRoutes,
  leadReceipts: leadReceiptRoutes,
  leadShares: leadShareRoutes,
  leadSettings: leadSettingsRoutes,
  leadFields: fieldRoutes,
  offers: offerRoutes,
  stages: stageRoutes,
  registrations: registrationRoutes,
  introductions: introductionRoutes,
  clientConfirmations: clientConfirmationRoutes,
  commissions: commissionRoutes,
  clientPayments: clientPaymentRoutes,
  clientPaymentImport: clientPaymentImportRoutes,
  clientInvoices: clientInvoiceRoutes,
  disputes: disputeRoutes,
  payouts: payoutRoutes,
  uploadedInvoices: uploadedInvoiceRoutes,
  bankAnswers: bankAnswerRoutes,
  payoutFiles: payoutFileRoutes,
  invoices: invoiceRoutes,
  vigilance: vigilanceRoutes,
  programme: programmeRoutes,
  year: yearRoutes,
  accounting: accountingRoutes,
  tiers: tierRoutes,
  tierChanges: tierChangeRoutes,
  rules: ruleRoutes,
  contracts: contractRoutes,
  reading: readingRoutes,
  signing: signingRoutes,
  verification: verificationRoutes,
  system: systemRoutes,
  eventJournal: eventJournalRoutes,
  templates: templateRoutes,
  resources: resourceRoutes,
  payments: paymentRoutes,
  billing: billingRoutes,
  notifications: notificationRoutes,
  news: newsRoutes,
  unread: unreadRoutes,
  announcements: announcementRoutes,
  reminders: reminderRoutes,
  overview: overviewRoutes,
  forYou: forYouRoutes,
  ownMoney: ownMoneyRoutes,
  search: searchRoutes,
  failures: failureRoutes,
  settings: settingsRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  files: uploadRoutes,
  savedViews: savedViewRoutes,
  views: viewRoutes,
  setup: setupRoutes,
  activity: liveRoutes,
  server: serverInfoRoutes,
}
