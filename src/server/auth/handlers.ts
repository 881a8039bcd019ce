import type { FastifyInstance } from 'fastify'
import { authRoutes } from '#contract/auth.ts'
import { personOf } from '../work.ts'
import type { OpenCall, OpenHandlers } from '../http/bind.ts'
import { bindOpen } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { doWork } from '../work.ts'
import * as attempts from './attempts.ts'
import * as commands from './commands.ts'
import { openLink } from './links.ts'
import { meOf, removeSession, sessionsOf } from './queries.ts'
import { sessionEnded, signInAs, signedIn, tokenOf, twoFactorChanged } from './sign-in.ts'

const system = { kind: 'system' } as const

export const authHandlers: OpenHandlers<typeof authRoutes> = {
  setupState: async ({ portal }) => ({ open: await doWork(portal, system, commands.setupOpen) }),

  setUp: async (call) => {
    const { portal, body } = call
    await attempts.countAttempt(portal, attempts.linkLimits(call.request.ip))
    const setupLinkId = openLink(portal.config, 'setup', body.token)
    const passwordHash = await portal.auth.hashPassword(body.password)
    await doWork(portal, system, (work) => commands.createFirstAdministrator(work, { ...body, setupLinkId, passwordHash }))
    return signInAs(call, body.email, body.password)
  },

  currentSession: async ({ portal, session }) => ({ me: session && (await meOf(portal, session.token)) }),

  signIn: async (call) => {
    const { portal, request, body } = call
    await attempts.countAttempt(portal, attempts.signInLimits(request.ip, body.email))
    const result = await portal.auth.signIn(request, call.reply, body.email, body.password)
    await attempts.forgetAttempts(portal, attempts.accountKey(body.email))
    if (result.next === 'second_factor') return { next: 'second_factor', me: null }
    return { next: 'done', me: await signedIn(call, result.userId, result.token) }
  },

  signInSecondFactor: async (call) => {
    const { portal, request, reply, body } = call
    await attempts.countAttempt(portal, attempts.linkLimits(request.ip))
    const { userId, token } = await portal.auth.verifySecondFactor(request, reply, body.code, body.kind)
    return signedIn(call, userId, token)
  },

  signOut: async (call) => {
    await call.portal.auth.signOut(call.request, call.reply)
    if (call.session) await sessionEnded(call, call.session.userId, call.session.id)
  },

  openInvitation: async ({ portal, request, body }) => {
    await attempts.countAttempt(portal, attempts.linkLimits(request.ip))
    const id = openLink(portal.config, 'invitation', body.token)
    const { email, fullName, role } = await doWork(portal, system, (work) => commands.openInvitation(work, id))
    return { email, fullName, role }
  },

  acceptInvitation: async (call) => {
    const { portal, body } = call
    await attempts.countAttempt(portal, attempts.linkLimits(call.request.ip))
    const invitationId = openLink(portal.config, 'invitation', body.token)
    const passwordHash = await portal.auth.hashPassword(body.password)
    const input = { invitationId, fullName: body.fullName, passwordHash }
    const { email } = await doWork(portal, system, (work) => commands.acceptInvitation(work, input))
    return signInAs(call, email, body.password)
  },

  requestPasswordReset: async ({ portal, request, body }) => {
    await attempts.countAttempt(portal, attempts.resetLimits(request.ip, body.email))
    await doWork(portal, system, (work) => commands.requestPasswordReset(work, body.email))
  },

  resetPassword: async ({ portal, request, body }) => {
    await attempts.countAttempt(portal, attempts.linkLimits(request.ip))
    const resetId = openLink(portal.config, 'password-reset', body.token)
    const passwordHash = await portal.auth.hashPassword(body.password)
    await doWork(portal, system, (work) => commands.resetPassword(work, { resetId, passwordHash }))
  },

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

export function registerAuth(app: FastifyInstance, portal: Portal): void {
  bindOpen(app, portal, authRoutes, authHandlers)
}
