import { system } from '#access/domain/actor.ts'
import { setupOpen } from '#accounts/auth/server/commands.ts'
import type { Portal } from '#platform/server/portal.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { shipMainContract } from './commands.ts'

/** Gives a new portal its first template: one that nobody has set up yet. */
export function shipTemplates(portal: Portal): Promise<void> {
  return withTransaction(portal, system, async (context) => {
    if (await setupOpen(context)) await shipMainContract(context)
  })
}
