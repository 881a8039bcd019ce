import type { DialogGroup } from './dialog.ts'
import { partnerDialogs } from './partners.ts'
import { peopleRequests } from './people-requests.ts'
import { staffLeads } from './staff-leads.ts'
import { staffMoney } from './staff-money.ts'
import { staffPartners } from './staff-partners.ts'
import { staffPortal } from './staff-portal.ts'

/** Every dialog and drawer that a reader opens; tools/dialogs.test.ts compares them with the product's sources. */
export const dialogGroups: readonly DialogGroup[] = [
  ...staffMoney,
  ...staffLeads,
  ...staffPartners,
  ...staffPortal,
  ...partnerDialogs,
  ...peopleRequests,
]
