import { settingsRoutes } from '#access/api/identity.ts'
import type { FirstRead } from '#access/api/pages.ts'
import { sessionRoutes } from '#access/api/session.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { allColumns, firstLeads } from '#leads/leads/api/lead-lists.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { tierRoutes } from '#money/tiers/api/tiers.ts'
import { overviewRoutes } from '#overview/api.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { ownMoneyRoutes } from '#overview/partner/api.ts'
import { requestAddress } from '#platform/api/route.ts'
import { setupRoutes } from '#provider/checklist/api.ts'

/** The address of each first read, written by the function that the browser calls routes with. */
export const firstReadAddresses: Readonly<Record<FirstRead, string>> = {
  session: requestAddress(sessionRoutes.currentSession, {}),
  settings: requestAddress(settingsRoutes.getSettings, {}),
  standing: requestAddress(tierRoutes.myStanding, {}),
  overview: requestAddress(overviewRoutes.getOverview, {}),
  tasks: requestAddress(forYouRoutes.getTasks, {}),
  checklist: requestAddress(setupRoutes.getSetup, {}),
  toDo: requestAddress(ownMoneyRoutes.getToDo, {}),
  coming: requestAddress(ownMoneyRoutes.getComing, {}),
  leadSettings: requestAddress(leadSettingsRoutes.leadSettings, {}),
  board: requestAddress(leadRoutes.leadBoard, { query: { columns: allColumns, limit: firstLeads } }),
}
