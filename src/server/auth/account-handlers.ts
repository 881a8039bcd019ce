import type { accountRoutes } from '#contract/account.ts'
import type { OpenCall, OpenHandlers } from '../http/bind.ts'
import { doWork, personOf } from '../work.ts'
import * as attempts from './attempts.ts'
import * as commands from './commands.ts'
import { meOf, removeSession, sessionsOf } from './queries.ts'
import { sessionEnded, tokenOf, twoFactorChanged } from './sign-in.ts'

export const accountHandlers: OpenHandlers<typeof accountRoutes> = {
  getMe: ({ portal, session }) => meOf(portal, tokenOf(session)),

  changeProfile: async ({ portal, actor, session, body, request }) => {
    await doWork(portal, actor, (work) => commands.changeProfile(work, personOf(work).userId, body), request.id)
    return meOf(portal, tokenOf(session))
  },

  changePassword: async (call) => {
    const { portal, request, reply, body } = call
    await guardPassword(call)
    await portal.auth.changePassword(request, reply, body.currentPassword, body.newPassword)
    const { userId } = personOf(call)
    await doWork(portal, call.actor, (work) =>
      work.record({ name: 'password.changed', subjectId: userId, audience: { kind: 'staff' } }),
    )
  },

  listSessions: async ({ portal, actor, session }) => {
    const rows = await sessionsOf(portal, personOf({ actor }).userId)
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        current: row.id === session?.id,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.updated_at.toISOString(),
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
      })),
    }
  },

  endSession: async (call) => {
    const { userId } = personOf(call)
    await removeSession(call.portal, userId, call.params.id)
    await sessionEnded(call, userId, call.params.id)
  },

  startTwoFactor: async (call) => {
    const { portal, request, body } = call
    await guardPassword(call)
    const provider = await portal.database.asActor(call.actor, (tx) =>
      tx.selectFrom('settings').select('provider_name').executeTakeFirstOrThrow(),
    )
    return portal.auth.startTwoFactor(request, body.password, provider.provider_name)
  },

  confirmTwoFactor: async (call) => {
    await attempts.countAttempt(call.portal, attempts.linkLimits(call.request.ip))
    await call.portal.auth.verifySecondFactor(call.request, call.reply, call.body.code, 'totp')
    await twoFactorChanged(call, 'two_factor.enabled')
  },

  renewRecoveryCodes: async (call) => {
    await guardPassword(call)
    return { recoveryCodes: await call.portal.auth.renewRecoveryCodes(call.request, call.body.password) }
  },

  stopTwoFactor: async (call) => {
    await guardPassword(call)
    await call.portal.auth.stopTwoFactor(call.request, call.reply, call.body.password)
    await twoFactorChanged(call, 'two_factor.disabled')
  },
}

/** A stolen session must not become a place to guess the password. */
function guardPassword(call: OpenCall): Promise<void> {
  const key = `password of ${personOf(call).userId}`
  return attempts.countAttempt(call.portal, [{ key, most: 10, windowSeconds: 900 }])
}
