import { system } from '#access/domain/actor.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { countAttempt, countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import { openLink } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { currentSettings } from '#provider/programme/server/identity-queries.ts'
import { accountRoutes } from '../api/account.ts'
import { authRoutes } from '../api/auth.ts'
import { passkeyRoutes } from '../api/passkeys.ts'
import { providerSignInRoutes } from '../api/provider-sign-in.ts'
import { signInLinkRoutes } from '../api/sign-in-links.ts'
import { m } from '../messages/messages.ts'
import { accountHandlers } from './account-handlers.ts'
import * as commands from './commands.ts'
import { endedAccess } from './ended-access.ts'
import { authEventHandlers } from './event-handlers.ts'
import { invitedColleague } from './invited-colleague.ts'
import { knownDevice } from './known-device.ts'
import { linkLimits, resetLimits, signInLimits } from './limits.ts'
import { throughLink } from './link-guards.ts'
import { oncePerCode } from './once-per-code.ts'
import { passkeyHandlers } from './passkey-handlers.ts'
import { readPasskeys } from './passkey-queries.ts'
import { refuseGuessable } from './password-rules.ts'
import { authData } from './personal-data.ts'
import { providerSignInHandlers } from './provider-handlers.ts'
import { challengedPerson, findAccount, passwordOwner, readMe, whomToAsk } from './queries.ts'
import { recordingRefusal } from './refusal-events.ts'
import { requestPasswordReset } from './requested-links.ts'
import { challengeOver, knowDevice, sessionEnded, settleKeptArrival, signedIn, signInAs } from './sign-in.ts'
import { signInLinkHandlers } from './sign-in-link-handlers.ts'

const authHandlers: Handlers<typeof authRoutes> = {
  setupState: async ({ portal }) => ({ open: await withTransaction(portal, system, commands.setupOpen) }),

  setUp: (call) =>
    recordingRefusal(call, null, async () => {
      const { portal, body } = call
      await countAttempt(portal, linkLimits(call.request.ip))
      const setupLinkId = openLink(portal.config, 'setup', body.token)
      await refuseGuessable(portal, body.password, { ...body, company: '' })
      const passwordHash = await portal.auth.hashPassword(body.password)
      await withTransaction(portal, system, (context) =>
        commands.createFirstAdministrator(context, { ...body, setupLinkId, passwordHash }),
      )
      portal.portalLanguage.forget()
      return signInAs(call, body.email, body.password)
    }),

  currentSession: async ({ portal, request, session }) =>
    session ? { me: await readMe(portal, session.token) } : { me: null, ended: await endedAccess(portal, request) },

  secondFactorHelp: async ({ portal, request }) => {
    const userId = await challengedPerson(portal, request)
    if (!userId) throw challengeOver()
    return { ask: await whomToAsk(portal, userId) }
  },

  signIn: async (call) => {
    const { portal, request, body } = call
    const account = await findAccount(portal, { email: body.email })
    const limits = signInLimits(request.ip, body.email, account && knownDevice(portal, request, account))
    const result = await recordingRefusal(call, account?.userId ?? null, () =>
      countingWrong(portal, limits, () => portal.auth.signIn(request, call.reply, body.email, body.password)),
    )
    if (result.next === 'second_factor') return { next: 'second_factor', me: null }
    return { next: 'done', me: await signedIn(call, result.userId, result.token) }
  },

  signInSecondFactor: async (call) => {
    const { portal, request, reply, body } = call
    const challenged = await challengedPerson(portal, request)
    const { userId, token } = await recordingRefusal(call, challenged, () =>
      countingWrong(portal, linkLimits(request.ip), () => {
        if (!challenged) throw challengeOver()
        return oncePerCode(portal, { userId: challenged, ...body }, () =>
          portal.auth.verifySecondFactor(request, reply, body.code, body.kind),
        )
      }),
    )
    await settleKeptArrival(call, userId)
    return signedIn(call, userId, token)
  },

  signOut: async (call) => {
    await call.portal.auth.signOut(call.request, call.reply)
    if (call.session) await sessionEnded(call, call.session.viewerId ?? call.session.userId, call.session.id)
  },

  openInvitation: (call) =>
    throughLink(call, 'invitation', async (id) => {
      return withTransaction(call.portal, system, async (context) => {
        const { userId, email, fullName, role, inviter } = await commands.openInvitation(context, id)
        const colleague = await invitedColleague(context.tx, userId)
        const { providerName } = await currentSettings(context.tx)
        return { email, fullName, role, colleague: colleague && { ...colleague, inviter: inviter ?? providerName } }
      })
    }),

  acceptInvitation: (call) =>
    throughLink(call, 'invitation', async (invitationId) => {
      const { portal, body } = call
      const { email: invited } = await withTransaction(portal, system, (context) =>
        commands.openInvitation(context, invitationId),
      )
      await refuseGuessable(portal, body.password, { fullName: body.fullName, email: invited, company: '' })
      const passwordHash = await portal.auth.hashPassword(body.password)
      const input = { invitationId, fullName: body.fullName, passwordHash }
      const { email } = await withTransaction(portal, system, (context) => commands.acceptInvitation(context, input))
      return signInAs(call, email, body.password)
    }),

  requestPasswordReset: async (call) => {
    const { portal, request, body } = call
    await recordingRefusal(call, null, () => countAttempt(portal, resetLimits(request.ip, body.email)))
    await requestPasswordReset(portal, body.email)
  },

  openReset: (call) =>
    throughLink(call, 'password-reset', async (resetId) => {
      const userId = await withTransaction(call.portal, system, (context) => commands.openReset(context, resetId))
      return { passkeys: await readPasskeys(call.portal, userId) }
    }),

  resetPassword: (call) =>
    throughLink(call, 'password-reset', async (resetId) => {
      const { portal, body } = call
      const resetUserId = await withTransaction(portal, system, (context) => commands.openReset(context, resetId))
      await refuseGuessable(portal, body.password, await passwordOwner(portal, resetUserId))
      const passwordHash = await portal.auth.hashPassword(body.password)
      const input = { resetId, passwordHash, removePasskeys: body.removePasskeys, address: call.request.ip }
      const userId = await withTransaction(portal, system, (context) => commands.resetPassword(context, input))
      await knowDevice(call, userId)
    }),
}

/** Sign-in and sign-out may use the reserved disk space. */
const onReserve = true
export const authSlice = slice({
  routes: authRoutes,
  handlers: authHandlers,
  mails: authEventHandlers,
  onReserve,
  constraints: {
    profiles_email_once: ['email_taken', m.addressInvited],
    users_email_once: ['email_taken', m.addressTaken],
  },
  personalData: authData,
})
export const accountSlice = slice({ routes: accountRoutes, handlers: accountHandlers, onReserve })
export const signInLinkSlice = slice({ routes: signInLinkRoutes, handlers: signInLinkHandlers, onReserve })
export const passkeySlice = slice({ routes: passkeyRoutes, handlers: passkeyHandlers, onReserve })
export const providerSignInSlice = slice({ routes: providerSignInRoutes, handlers: providerSignInHandlers, onReserve })
