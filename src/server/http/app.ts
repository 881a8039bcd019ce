import { fileURLToPath } from 'node:url'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import { writeCursor } from '#domain/live-cursor.ts'
import type { FastifyInstance } from 'fastify'
import { registerAnnouncements } from '../announcements/handlers.ts'
import { registerApiKeys } from '../api-keys/handlers.ts'
import { registerAuth } from '../auth/handlers.ts'
import { registerBankAnswers } from '../bank-answers/handlers.ts'
import { registerBilling } from '../billing/handlers.ts'
import { registerClientConfirmations } from '../client-confirmations/handlers.ts'
import { registerClientPayments } from '../client-payments/handlers.ts'
import { registerClientInvoices } from '../client-payments/invoice-handlers.ts'
import { registerCommissions } from '../commissions/handlers.ts'
import { registerContracts } from '../contracts/handlers.ts'
import { registerDisputes } from '../disputes/handlers.ts'
import { registerFailures } from '../failures/handlers.ts'
import { registerUploads } from '../files/handlers.ts'
import { registerIntroductions } from '../introductions/handlers.ts'
import { registerLeads } from '../leads/handlers.ts'
import { registerLeadExternalIds } from '../leads/external-id-handlers.ts'
import { registerLeadImport } from '../leads/import/import-handlers.ts'
import type { SseHub } from '../live/sse-hub.ts'
import { registerLive } from '../live/live-route.ts'
import { registerNews } from '../news/handlers.ts'
import { registerReminders } from '../reminders/handlers.ts'
import { registerNotifications } from '../notifications/handlers.ts'
import { registerOverview } from '../overview/handlers.ts'
import { registerPartnerCorrections } from '../partner-corrections/handlers.ts'
import { registerPartnerImport } from '../partner-import/handlers.ts'
import { registerPartnerProfile } from '../partner-profile/handlers.ts'
import { registerPartners } from '../partners/handlers.ts'
import { registerPayments } from '../payments/handlers.ts'
import { registerPayoutFiles } from '../payout-files/handlers.ts'
import { registerInvoices } from '../invoices/handlers.ts'
import { registerPayouts } from '../payouts/handlers.ts'
import { registerVigilance } from '../vigilance/handlers.ts'
import { registerUploadedInvoices } from '../uploaded-invoices/handlers.ts'
import { registerWebhooks } from '../webhooks/handlers.ts'
import { registerSetupChecklist } from '../setup/handlers.ts'
import { registerViews } from '../views/handlers.ts'
import { registerAccounting } from '../year/accounting-handlers.ts'
import { registerYear } from '../year/handlers.ts'
import type { Portal } from '../portal.ts'
import { registerProgramme } from '../programme/handlers.ts'
import { registerResources } from '../resources/handlers.ts'
import { registerSettings } from '../settings/handlers.ts'
import { registerWebApp } from '../settings/web-app.ts'
import { registerSigning } from '../signing/handlers.ts'
import { registerLeadReceipts } from '../lead-receipts/handlers.ts'
import { registerEventJournal } from '../event-journal/handlers.ts'
import { registerSystem } from '../system/handlers.ts'
import { registerTemplates } from '../templates/handlers.ts'
import { registerRegistrations } from '../registrations/handlers.ts'
import { registerTiers } from '../tiers/handlers.ts'
import { limitBodyTime } from './body-time.ts'
import { refuseCrossSite } from './cross-site.ts'
import { answerErrors } from './errors.ts'
import { answerUnchanged } from './etag.ts'
import { closeForMaintenance } from './maintenance.ts'
import { logRequests } from './request-log.ts'
import { registerServerInfo } from './server-info.ts'
import { sendSecurityHeaders, serveWeb } from './web.ts'

const webFolder = fileURLToPath(new URL('../../../dist/web', import.meta.url))

/** Puts every route of the portal on the server. */
export async function registerPortal(app: FastifyInstance, portal: Portal, hub: SseHub): Promise<void> {
  answerErrors(app)
  logRequests(app)
  limitBodyTime(app)
  refuseCrossSite(app, portal.config)
  await app.register(cookie)
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
  const slices = [
    registerAuth,
    registerPartners,
    registerPartnerProfile,
    registerPartnerCorrections,
    registerPartnerImport,
    registerLeads,
    registerLeadExternalIds,
    registerLeadImport,
    registerRegistrations,
    registerIntroductions,
    registerClientConfirmations,
    registerCommissions,
    registerClientPayments,
    registerClientInvoices,
    registerDisputes,
    registerPayouts,
    registerUploadedInvoices,
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
    registerContracts,
    registerSigning,
    registerSystem,
    registerEventJournal,
    registerLeadReceipts,
    registerTemplates,
    registerResources,
    registerPayments,
    registerBilling,
    registerNotifications,
    registerNews,
    registerAnnouncements,
    registerReminders,
    registerOverview,
    registerFailures,
    registerSettings,
    registerApiKeys,
    registerWebhooks,
    registerUploads,
    registerServerInfo,
  ]
  for (const register of slices) register(app, portal)
  registerLive(app, portal, hub)
  registerWebApp(app, portal)
  await serveWeb(app, webFolder, portal)
}
