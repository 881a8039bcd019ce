import { accountRoutes } from './account.ts'
import { accountingRoutes } from './accounting.ts'
import { announcementRoutes } from './announcements.ts'
import { apiKeyRoutes } from './api-keys.ts'
import { authRoutes } from './auth.ts'
import { bankAnswerRoutes } from './bank-answers.ts'
import { billingRoutes } from './billing.ts'
import { clientInvoiceRoutes } from './client-invoices.ts'
import { clientPaymentImportRoutes } from './client-payment-import.ts'
import { clientPaymentRoutes } from './client-payments.ts'
import { commissionRoutes } from './commissions.ts'
import { contractRoutes } from './contracts.ts'
import { disputeRoutes } from './disputes.ts'
import { eventJournalRoutes } from './event-journal.ts'
import { failureRoutes } from './failures.ts'
import { invoiceRoutes } from './invoices.ts'
import { leadExternalIdRoutes } from './lead-external-ids.ts'
import { leadImportRoutes } from './lead-import.ts'
import { leadReceiptRoutes } from './lead-receipts.ts'
import { leadRoutes } from './leads.ts'
import { liveRoutes } from './live.ts'
import { newsRoutes } from './news.ts'
import { notificationRoutes } from './notifications.ts'
import { overviewRoutes } from './overview.ts'
import { partnerCorrectionRoutes } from './partner-corrections.ts'
import { partnerImportRoutes } from './partner-import.ts'
import { partnerProfileRoutes } from './partner-profile.ts'
import { partnerRoutes } from './partners.ts'
import { paymentRoutes } from './payments.ts'
import { payoutFileRoutes } from './payout-files.ts'
import { payoutRoutes } from './payouts.ts'
import { programmeRoutes } from './programme.ts'
import { registrationRoutes } from './registrations.ts'
import { reminderRoutes } from './reminders.ts'
import { resourceRoutes } from './resources.ts'
import { serverInfoRoutes } from './server-info.ts'
import { settingsRoutes } from './settings.ts'
import { signingRoutes } from './signing.ts'
import { setupRoutes } from './setup.ts'
import { viewRoutes } from './views.ts'
import { systemRoutes } from './system.ts'
import { templateRoutes } from './templates.ts'
import { clientConfirmationRoutes } from './client-confirmations.ts'
import { introductionRoutes } from './introductions.ts'
import { tierChangeRoutes } from './tier-changes.ts'
import { tierRoutes } from './tiers.ts'
import { vigilanceRoutes } from './vigilance.ts'
import { unreadRoutes } from './unread.ts'
import { uploadedInvoiceRoutes } from './uploaded-invoices.ts'
import { uploadRoutes } from './uploads.ts'
import { webhookRoutes } from './webhooks.ts'
import { yearRoutes } from './year.ts'

/** Every route of the API, by slice: what the OpenAPI document and the permission matrix walk. */
export const portalRoutes = {
  auth: authRoutes,
  account: accountRoutes,
  partners: partnerRoutes,
  partnerProfile: partnerProfileRoutes,
  partnerCorrections: partnerCorrectionRoutes,
  partnerImport: partnerImportRoutes,
  leads: leadRoutes,
  leadExternalIds: leadExternalIdRoutes,
  leadImport: leadImportRoutes,
  leadReceipts: leadReceiptRoutes,
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
  contracts: contractRoutes,
  signing: signingRoutes,
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
  failures: failureRoutes,
  settings: settingsRoutes,
  apiKeys: apiKeyRoutes,
  webhooks: webhookRoutes,
  files: uploadRoutes,
  views: viewRoutes,
  setup: setupRoutes,
  activity: liveRoutes,
  server: serverInfoRoutes,
}
