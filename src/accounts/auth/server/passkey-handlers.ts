import { personOf } from '#access/server/acting.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { countAttempt, countingWrong } from '#platform/server/http/limits/rate-limits.ts'
import type { passkeyRoutes } from '../api/passkeys.ts'
import { m } from '../messages/messages.ts'
import { requireIdentity } from './guards.ts'
import { linkLimits, passkeyQuestionLimits } from './limits.ts'
import { notePasskeyUse, ownerOfPasskey, readPasskeys, refuseTooManyPasskeys, removePasskey } from './passkey-queries.ts'
import { recordingRefusal } from './refusal-events.ts'
import { recordPasskey, signedIn } from './sign-in.ts'

export const passkeyHandlers: Handlers<typeof passkeyRoutes> = {
  passkeySignInQuestion: async ({ portal, request, reply }) => {
    await countAttempt(portal, passkeyQuestionLimits(request.ip))
    return portal.auth.passkeys.question(request, reply, 'sign_in')
  },

  signInWithPasskey: async (call) => {
    const { portal, request, reply, body } = call
    const { userId, token } = await recordingRefusal(
      call,
      () => ownerOfPasskey(portal, body.passkey.id),
      () => countingWrong(portal, linkLimits(request.ip), () => portal.auth.passkeys.signIn(request, reply, body.passkey)),
    )
    await notePasskeyUse(portal, body.passkey.id)
    return signedIn(call, userId, token)
  },

  listPasskeys: async ({ portal, actor }) => ({ passkeys: await readPasskeys(portal, personOf({ actor }).userId) }),

  proofQuestion: ({ portal, request, reply }) => portal.auth.passkeys.question(request, reply, 'proof'),

  newPasskeyQuestion: async (call) => {
    const { portal, request, reply, body } = call
    await requireIdentity(call, body, m.toAddPasskey())
    return portal.auth.passkeys.newQuestion(request, reply)
  },

  addPasskey: async (call) => {
    const { portal, request, body } = call
    const { userId } = personOf(call)
    await refuseTooManyPasskeys(portal, userId)
    await recordingRefusal(call, userId, () =>
      countingWrong(portal, linkLimits(request.ip), () => portal.auth.passkeys.add(request, body.name, body.passkey)),
    )
    await recordPasskey(call, 'passkey.added', body.name)
    return { passkeys: await readPasskeys(portal, userId) }
  },

  removePasskey: async (call) => {
    const { userId } = personOf(call)
    await requireIdentity(call, call.body, m.toRemovePasskey())
    const name = await removePasskey(call.portal, userId, call.params.id)
    await recordPasskey(call, 'passkey.removed', name)
  },
}
