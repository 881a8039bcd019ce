import { authRoutes } from './auth.ts'
import { commissionRoutes } from './commissions.ts'
import { contractRoutes } from './contracts.ts'
import { leadRoutes } from './leads.ts'
import { overviewRoutes } from './overview.ts'
import { partnerRoutes } from './partners.ts'
import { paymentRoutes } from './payments.ts'
import { resourceRoutes } from './resources.ts'
import { settingsRoutes } from './settings.ts'
import { tierRoutes } from './tiers.ts'

/** Every route of the contract, by slice: what the OpenAPI document and the permission matrix walk. */
export const portalRoutes = {
  auth: authRoutes,
  partners: partnerRoutes,
  leads: leadRoutes,
  commissions: commissionRoutes,
  tiers: tierRoutes,
  contracts: contractRoutes,
  resources: resourceRoutes,
  payments: paymentRoutes,
  overview: overviewRoutes,
  settings: settingsRoutes,
}
