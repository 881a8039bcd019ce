import { leadStatuses } from '#domain/leads.ts'
import { authRoutes } from './auth.ts'
import { firstLeads, leadRoutes } from './leads.ts'
import { overviewRoutes } from './overview.ts'
import type { FirstRead } from './pages.ts'
import { addressOf } from './route.ts'
import { settingsRoutes } from './settings.ts'
import { tierRoutes } from './tiers.ts'

/** The address of each first read, written by the function that the browser calls routes with. */
export const firstReadAddresses: Readonly<Record<FirstRead, string>> = {
  session: addressOf(authRoutes.currentSession, {}),
  settings: addressOf(settingsRoutes.getSettings, {}),
  standing: addressOf(tierRoutes.myStanding, {}),
  overview: addressOf(overviewRoutes.getOverview, {}),
  board: addressOf(leadRoutes.leadBoard, { query: { columns: leadStatuses.join(), limit: firstLeads } }),
}
