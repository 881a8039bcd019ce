import type { FastifyInstance } from 'fastify'
import { staff } from '#platform/domain/audience.ts'
import { bind, type Handlers } from '#platform/server/http/bind.ts'
import type { Portal } from '#platform/server/portal.ts'
import type { TransactionContext } from '#platform/server/transaction.ts'
import { setupRoutes } from '../api.ts'
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

const setupHandlers = ({ config }: Pick<Portal, 'config'>): Handlers<typeof setupRoutes> => ({
  getSetup: ({ tx }) => setupChecklist(tx, config),
  testMail,
  noteTiersSeen: (call) => note(call, 'tiers_seen_at', 'tiers_seen'),
  dismissSetup: (call) => note(call, 'dismissed_at', 'dismissed'),
})

/** The checklist of a new portal. */
export function registerSetupChecklist(app: FastifyInstance, portal: Portal): void {
  bind(app, portal, setupRoutes, setupHandlers(portal))
}
