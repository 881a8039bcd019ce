import { leadStatuses } from '#domain/leads.ts'
import { authRoutes } from './auth.ts'
import { firstLeads } from './lead-lists.ts'
import { leadRoutes } from './leads.ts'
import { overviewRoutes } from './overview.ts'
import type { FirstRead } from './pages.ts'
import { requestAddress } from './route.ts'
import { settingsRoutes } from './settings.ts'
import { tierRoutes } from './tiers.ts'

/** The address of each first read, written by the function that the browser calls routes with. */
export const firstReadAddresses: Readonly<Record<FirstRead, string>> = {
  session: requestAddress(authRoutes.currentSession, {}),
  settings: requestAddress(settingsRoutes.getSettings, {}),
  standing: requestAddress(tierRoutes.myStanding, {}),
  overview: requestAddress(overviewRoutes.getOverview, {}),
  board: requestAddress(leadRoutes.leadBoard, { query: { columns: leadStatuses.join(), limit: firstLeads } }),
}
