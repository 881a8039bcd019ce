import { system } from '#platform/domain/actor.ts'
import type { Handlers } from '#platform/server/http/bind.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import type { signInLinkRoutes } from '../api/sign-in-links.ts'
import { signInLinkLimits } from './limits.ts'
import { bindLinkBrowser, linkBrowser } from './link-browser.ts'
import { throughLink } from './link-guards.ts'
import { recordingRefusal } from './refusal-events.ts'
import { requestSignInLink } from './requested-links.ts'
import { openedFor } from './sign-in.ts'
import { useSignInLink } from './sign-in-links.ts'

export const signInLinkHandlers: Handlers<typeof signInLinkRoutes> = {
  requestSignInLink: async (call) => {
    const { portal, request, reply, body } = call
    await recordingRefusal(call, null, () => countAttempt(portal, signInLinkLimits(request.ip, body.email)))
    const browserHash = bindLinkBrowser(portal, request, reply)
    await requestSignInLink(portal, body.email, browserHash)
  },

  /** The link is used up before the session is there: a lost answer costs a new link, never a second session. */
  signInByLink: (call) =>
    throughLink(call, 'sign-in', async (linkId) => {
      const { portal, request } = call
      const userId = await withTransaction(portal, system, (context) =>
        useSignInLink(context, linkId, linkBrowser(portal, request)),
      )
      return openedFor(call, userId, 'link')
    }),
}
