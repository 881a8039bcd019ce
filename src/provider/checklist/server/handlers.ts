import { staff } from '#access/domain/audience.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { setupRoutes } from '../api.ts'
import { setupData } from './personal-data.ts'
import { setupChecklist } from './queries.ts'
import { testMail } from './test-mail.ts'

/** Notes a time once; done again it changes nothing. */
async function note(context: TransactionContext, column: 'tiers_seen_at' | 'dismissed_at', what: 'tiers_seen' | 'dismissed') {
  const { tx, now } = context
  const noted = await tx
    .updateTable('setup_checklist')
    .set({ [column]: now })
    .where(column, 'is', null)
    .executeTakeFirst()
  if (!noted.numUpdatedRows) return
  await context.recordEvent({ name: 'setup.changed', subjectId: null, audience: staff, after: { what, error: null } })
}

const setupHandlers: Handlers<typeof setupRoutes> = {
  getSetup: ({ tx, portal }) => setupChecklist(tx, portal.config),
  testMail,
  noteTiersSeen: (call) => note(call, 'tiers_seen_at', 'tiers_seen'),
  dismissSetup: (call) => note(call, 'dismissed_at', 'dismissed'),
}

/** The checklist of a new portal. */
export const setupSlice = slice({ routes: setupRoutes, handlers: setupHandlers, personalData: setupData })
