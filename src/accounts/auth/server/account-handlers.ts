import { personOf } from '#access/server/acting.ts'
import { refuseUnless } from '#platform/domain/refusal.ts'
import type { Handlers, OwnCall } from '#platform/server/http/bind.ts'
import { countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import { keepLanguage } from '#platform/server/reading/request-reading.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { accountRoutes } from '../api/account.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { type Proof, requireIdentity, withPassword } from './guards.ts'
import { linkLimits } from './limits.ts'
import { oncePerCode } from './once-per-code.ts'
import { refuseGuessable } from './password-rules.ts'
import { passwordOwner, readMe, readSessions, removeSession } from './queries.ts'
import { recordingRefusal } from './refusal-events.ts'
import { knowDevice, recordChange, sessionEnded, tokenOf } from './sign-in.ts'

/** The password alone is not enough to do away with the second factor: it is asked for too, while it is on. */
async function requireBothFactors(
  call: OwnCall,
  { password, ...proof }: Proof & { readonly password: string },
  purpose: string,
): Promise<void> {
  if (!call.session?.twoFactor) return
  await withPassword(call, () => call.portal.auth.checkPassword(call.request, password))
  await requireIdentity(call, proof, purpose)
}

export const accountHandlers: Handlers<typeof accountRoutes> = {
  getMe: ({ portal, session }) => readMe(portal, tokenOf(session)),

  changeProfile: async ({ portal, actor, session, body, request, keepAnswer }) => {
    const me = await readMe(portal, tokenOf(session))
    const { expected, ...profile } = body
    return withTransaction(
      portal,
      actor,
      async (context) => {
        await commands.changeProfile(context, me.id, profile, expected)
        return keepAnswer(context, { ...me, ...profile })
      },
      { requestId: request.id },
    )
  },

  chooseLanguage: async ({ portal, actor, session, body, request, reply }) => {
    const { userId } = personOf({ actor })
    await withTransaction(portal, actor, ({ tx }) => commands.chooseLanguage(tx, userId, body.language), {
      requestId: request.id,
    })
    keepLanguage(portal, reply, body.language)
    return readMe(portal, tokenOf(session))
  },

  changePassword: async (call) => {
    const { portal, request, reply, body } = call
    const { userId } = personOf(call)
    await withPassword(call, async () => {
      await refuseGuessable(portal, body.newPassword, await passwordOwner(portal, userId), 'newPassword')
      await portal.auth.changePassword(request, reply, body.currentPassword, body.newPassword)
    })
    await knowDevice(call, userId)
    await recordChange(call, 'password.changed')
  },

  listSessions: async ({ portal, actor, session }) => {
    const rows = await readSessions(portal, personOf({ actor }).userId)
    return {
      sessions: rows.map((row) => ({
        id: row.id,
        current: row.id === session?.id,
        createdAt: row.created_at.toISOString(),
        lastSeenAt: row.updated_at.toISOString(),
        ipAddress: row.ip_address,
        userAgent: row.user_agent,
        method: row.method,
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
    const provider = await portal.database.asActor(call.actor, (tx) =>
      tx.selectFrom('settings').select('provider_name').executeTakeFirstOrThrow(),
    )
    return withPassword(call, () => portal.auth.startTwoFactor(request, body.password, provider.provider_name))
  },

  confirmTwoFactor: async (call) => {
    const { portal, request, reply, body } = call
    const { userId } = personOf(call)
    refuseUnless(!call.session?.twoFactor, 'two_factor_already_on', m.twoFactorAlreadyOn())
    await recordingRefusal(call, userId, () =>
      countingWrong(portal, linkLimits(request.ip), () =>
        oncePerCode(portal, { userId, kind: 'totp', code: body.code }, () =>
          portal.auth.confirmTwoFactor(request, reply, body.code),
        ),
      ),
    )
    await recordChange(call, 'two_factor.enabled')
  },

  renewRecoveryCodes: async (call) => {
    const { portal, request, body } = call
    await requireBothFactors(call, body, m.toRenewCodes())
    const recoveryCodes = await withPassword(call, () => portal.auth.renewRecoveryCodes(request, body.password))
    await recordChange(call, 'recovery_codes.renewed')
    return { recoveryCodes }
  },

  stopTwoFactor: async (call) => {
    await requireBothFactors(call, call.body, m.toSwitchOffTwoFactor())
    await withPassword(call, () => call.portal.auth.stopTwoFactor(call.request, call.reply, call.body.password))
    await recordChange(call, 'two_factor.disabled')
  },
}
