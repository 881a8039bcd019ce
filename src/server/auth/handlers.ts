import type { FastifyInstance } from 'fastify'
import { accountRoutes } from '#contract/account.ts'
import { authRoutes } from '#contract/auth.ts'
import type { OpenHandlers } from '../http/bind.ts'
import { bindOpen } from '../http/bind.ts'
import type { Portal } from '../portal.ts'
import { doWork } from '../work.ts'
import { accountHandlers } from './account-handlers.ts'
import * as attempts from './attempts.ts'
import * as commands from './commands.ts'
import { openLink } from './links.ts'
import { meOf } from './queries.ts'
import { sessionEnded, signInAs, signedIn } from './sign-in.ts'

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
}

export function registerAuth(app: FastifyInstance, portal: Portal): void {
  bindOpen(app, portal, authRoutes, authHandlers)
  bindOpen(app, portal, accountRoutes, accountHandlers)
}
