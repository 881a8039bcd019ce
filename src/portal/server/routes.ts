import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { registerApiKeys } from '#accounts/api-keys/server/handlers.ts'
import { registerAuth } from '#accounts/auth/server/handlers.ts'
import { registerIdentityProvider } from '#accounts/identity-provider/server/handlers.ts'
import { registerSavedViews } from '#accounts/saved-views/server/handlers.ts'
import { registerViews } from '#accounts/view-as/server/handlers.ts'
import { registerAnnouncements } from '#communication/announcements/server/handlers.ts'
import { registerNews } from '#communication/lead-news/server/handlers.ts'
import { registerNotifications } from '#communication/notifications/server/handlers.ts'
import { registerReminders } from '#communication/reminders/server/handlers.ts'
import { registerResources } from '#communication/resources/server/handlers.ts'
import { registerContracts } from '#contracts/contracts/server/handlers.ts'
import { registerReading } from '#contracts/reading/server/handlers.ts'
import { registerSigning } from '#contracts/signing/server/handlers.ts'
import { registerTemplates } from '#contracts/templates/server/handlers.ts'
import { registerVerification } from '#contracts/verification/server/handlers.ts'
import { registerClientConfirmations } from '#leads/client-confirmations/server/handlers.ts'
import { registerFields } from '#leads/fields/server/handlers.ts'
import { registerLeadFiles } from '#leads/files/server/handlers.ts'
import { registerLeadImport } from '#leads/import/server/import-handlers.ts'
import { registerIntroductions } from '#leads/introductions/server/handlers.ts'
import { registerLeadSettings } from '#leads/lead-settings/server/handlers.ts'
import { registerLeadExternalIds } from '#leads/leads/server/external-id-handlers.ts'
import { registerLeads } from '#leads/leads/server/handlers.ts'
import { registerOffers } from '#leads/offers/server/handlers.ts'
import { registerLeadReceipts } from '#leads/receipts/server/handlers.ts'
import { registerRegistrations } from '#leads/registrations/server/handlers.ts'
import { registerLeadShares } from '#leads/shares/server/handlers.ts'
import { registerStages } from '#leads/stages/server/handlers.ts'
import { registerAccounting } from '#money/accounting/server/handlers.ts'
import { registerBankAnswers } from '#money/bank-answers/server/handlers.ts'
import { registerPayments } from '#money/bank-details/server/handlers.ts'
import { registerBilling } from '#money/billing/server/handlers.ts'
import { registerClientPayments } from '#money/client-payments/server/handlers.ts'
import { registerClientInvoices } from '#money/client-payments/server/invoice-handlers.ts'
import { registerCommissions } from '#money/commissions/server/handlers.ts'
import { registerDisputes } from '#money/disputes/server/handlers.ts'
import { registerInvoices } from '#money/invoices/server/handlers.ts'
import { registerPayoutFiles } from '#money/payout-files/server/handlers.ts'
import { registerPayouts } from '#money/payouts/server/handlers.ts'
import { registerRules } from '#money/rules/server/handlers.ts'
import { registerYear } from '#money/tax-year/server/handlers.ts'
import { registerTiers } from '#money/tiers/server/handlers.ts'
import { registerUploadedInvoices } from '#money/uploaded-invoices/server/handlers.ts'
import { registerVigilance } from '#money/vigilance/server/handlers.ts'
import { registerFailures } from '#operations/failures/server/handlers.ts'
import { registerEventJournal } from '#operations/journal/server/handlers.ts'
import { registerSystem } from '#operations/system/server/handlers.ts'
import { registerWebhooks } from '#operations/webhooks/server/handlers.ts'
import { registerForYou } from '#overview/for-you/server/handlers.ts'
import { registerOwnMoney } from '#overview/partner/server/handlers.ts'
import { registerProgrammeFile } from '#overview/programme-file/server/handlers.ts'
import { registerSearch } from '#overview/search/server/handlers.ts'
import { registerOverview } from '#overview/server/handlers.ts'
import { registerPartnerCorrections } from '#partners/corrections/server/handlers.ts'
import { registerPartnerImport } from '#partners/import/server/handlers.ts'
import { registerMerging } from '#partners/merging/server/handlers.ts'
import { registerObjections } from '#partners/objections/server/handlers.ts'
import { registerPartners } from '#partners/partners/server/handlers.ts'
import { registerPartnerProfile } from '#partners/profile/server/handlers.ts'
import { registerTeam } from '#partners/team/server/handlers.ts'
import { writeCursor } from '#platform/domain/live-cursor.ts'
import { registerUploads } from '#platform/server/files/handlers.ts'
import { answerErrors } from '#platform/server/http/errors.ts'
import { answerUnchanged } from '#platform/server/http/etag.ts'
import { limitBodyTime } from '#platform/server/http/limits/body-time.ts'
import { logRequests } from '#platform/server/http/request-log.ts'
import { refuseCrossSite } from '#platform/server/http/sessions/cross-site.ts'
import { registerLive } from '#platform/server/live/live-route.ts'
import type { SseHub } from '#platform/server/live/sse-hub.ts'
import type { Portal } from '#platform/server/portal.ts'
import { followReaders } from '#platform/server/reading/reading.ts'
import { guestReading } from '#platform/server/reading/request-reading.ts'
import { registerSetupChecklist } from '#provider/checklist/server/handlers.ts'
import { registerProgramme } from '#provider/programme/server/handlers.ts'
import { registerSettings } from '#provider/programme/server/identity-handlers.ts'
import { registerWebApp } from '#provider/programme/server/web-app.ts'
import { closeForMaintenance } from './maintenance.ts'
import { registerServerInfo } from './openapi/server-info.ts'
import { sendSecurityHeaders, serveWeb } from './serve-pages.ts'

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** The routes of each slice; the live stream's need more than the portal. */
const slices = [
  registerAuth,
  registerIdentityProvider,
  registerPartners,
  registerPartnerProfile,
  registerMerging,
  registerTeam,
  registerPartnerCorrections,
  registerObjections,
  registerPartnerImport,
  registerLeads,
  registerLeadFiles,
  registerProgrammeFile,
  registerLeadExternalIds,
  registerLeadImport,
  registerLeadSettings,
  registerFields,
  registerOffers,
  registerStages,
  registerRegistrations,
  registerIntroductions,
  registerClientConfirmations,
  registerCommissions,
  registerClientPayments,
  registerClientInvoices,
  registerDisputes,
  registerPayouts,
  registerUploadedInvoices,
  registerSavedViews,
  registerViews,
  registerSetupChecklist,
  registerYear,
  registerAccounting,
  registerBankAnswers,
  registerPayoutFiles,
  registerInvoices,
  registerVigilance,
  registerProgramme,
  registerTiers,
  registerRules,
  registerContracts,
  registerReading,
  registerSigning,
  registerVerification,
  registerSystem,
  registerEventJournal,
  registerLeadReceipts,
  registerLeadShares,
  registerTemplates,
  registerResources,
  registerPayments,
  registerBilling,
  registerNotifications,
  registerNews,
  registerAnnouncements,
  registerReminders,
  registerOverview,
  registerForYou,
  registerOwnMoney,
  registerSearch,
  registerFailures,
  registerSettings,
  registerApiKeys,
  registerWebhooks,
  registerUploads,
  registerServerInfo,
]

/** Puts every route of the portal on the server. */
export async function registerPortal(app: FastifyInstance, portal: Portal, hub: SseHub): Promise<void> {
  answerErrors(app)
  logRequests(app)
  limitBodyTime(app)
  refuseCrossSite(app, portal.config)
  await app.register(cookie)
  followReaders(app, (request) => guestReading(request, portal.portalLanguage.known))
  // Each route says whether its answers are compressed. Compressed bodies are not taken: they could expand without end.
  await app.register(compress, { globalCompression: false, globalDecompression: false })
  sendSecurityHeaders(app, portal.config)
  closeForMaintenance(app, portal)
  // Taken before anything is read, so that the answer shows this event and all before it.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/') && request.headers.cookie) reply.header('live-seq', writeCursor(hub.latest()))
  })
  app.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  answerUnchanged(app)
  for (const register of slices) register(app, portal)
  registerLive(app, portal, hub)
  registerWebApp(app, portal)
  await serveWeb(app, webFolder, portal)
}
