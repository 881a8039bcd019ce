import { accountRoutes } from './account.ts'
import { authRoutes } from './auth.ts'
import { billingRoutes } from './billing.ts'
import { clientPaymentImportRoutes } from './client-payment-import.ts'
import { clientPaymentRoutes } from './client-payments.ts'
import { commissionRoutes } from './commissions.ts'
import { contractRoutes } from './contracts.ts'
import { disputeRoutes } from './disputes.ts'
import { failureRoutes } from './failures.ts'
import { leadImportRoutes } from './lead-import.ts'
import { leadRoutes } from './leads.ts'
import { liveRoutes } from './live.ts'
import { notificationRoutes } from './notifications.ts'
import { overviewRoutes } from './overview.ts'
import { partnerRoutes } from './partners.ts'
import { paymentRoutes } from './payments.ts'
import { payoutRoutes } from './payouts.ts'
import { programmeRoutes } from './programme.ts'
import { resourceRoutes } from './resources.ts'
import { serverInfoRoutes } from './server-info.ts'
import { settingsRoutes } from './settings.ts'
import { signingRoutes } from './signing.ts'
import { templateRoutes } from './templates.ts'
import { tierRoutes } from './tiers.ts'
import { uploadRoutes } from './uploads.ts'

/** Every route of the API, by slice: what the OpenAPI document and the permission matrix walk. */
export const portalRoutes = {
  auth: authRoutes,
  account: accountRoutes,
  partners: partnerRoutes,
  leads: leadRoutes,
  leadImport: leadImportRoutes,
  commissions: commissionRoutes,
  clientPayments: clientPaymentRoutes,
  clientPaymentImport: clientPaymentImportRoutes,
  disputes: disputeRoutes,
  payouts: payoutRoutes,
  programme: programmeRoutes,
  tiers: tierRoutes,
  contracts: contractRoutes,
  signing: signingRoutes,
  templates: templateRoutes,
  resources: resourceRoutes,
  payments: paymentRoutes,
  billing: billingRoutes,
  notifications: notificationRoutes,
  overview: overviewRoutes,
  failures: failureRoutes,
  settings: settingsRoutes,
  files: uploadRoutes,
  activity: liveRoutes,
  server: serverInfoRoutes,
}
