import { system } from '#access/domain/actor.ts'
import { findLead } from '#leads/leads/server/queries.ts'
import { isShown } from '#leads/leads/server/restricted-guards.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { addressBlock } from '#platform/server/http/limits/address-block.ts'
import { countAttempt } from '#platform/server/http/limits/rate-limits.ts'
import { deadLink } from '#platform/server/secrets/links.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { type ClientConfirmation, clientConfirmationRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { openClientToken, stopPage } from './client-link-guards.ts'
import { answerClient, askClient } from './commands.ts'
import { clientConfirmationEventHandlers } from './event-handlers.ts'
import { clientConfirmationData } from './personal-data.ts'
import { openQuestion, presentQuestion, readConfirmation } from './queries.ts'

/** Limits bulk attempts; a client opens a link or two. */
const linkLimits = (address: string) => [{ key: `client link from ${addressBlock(address)}`, max: 60, windowSeconds: 900 }]

async function confirmationNow(call: Call, leadId: string): Promise<ClientConfirmation> {
  const lead = await findLead(call.tx, leadId)
  if (!lead || !isShown(lead, call)) throw new Refusal('not_found', m.noSuchLead())
  return readConfirmation(call, call.portal.config, lead)
}

/** What a link of a mail opens; attempts are counted by the client's address. */
async function openLink({ portal, request }: OwnCall, token: string) {
  await countAttempt(portal, linkLimits(request.ip))
  return openClientToken(portal.config, token)
}

const clientConfirmationHandlers: Handlers<typeof clientConfirmationRoutes> = {
  getClientConfirmation: (call) => confirmationNow(call, call.params.id),
  askClient: async (call) => {
    await askClient(call, call.portal.config, call.params.id, call.body.digest)
    return confirmationNow(call, call.params.id)
  },
  openClientConfirmation: async (call) => {
    const { id } = await openLink(call, call.body.token)
    const question = await withTransaction(call.portal, system, ({ tx, now }) => openQuestion(tx, id, now, 'read'))
    if (!question) throw deadLink()
    return presentQuestion(question)
  },
  answerClientConfirmation: async (call) => {
    const { portal, request, body } = call
    const link = await openLink(call, body.token)
    return withTransaction(
      portal,
      system,
      async (context) => {
        await answerClient(context, link, body)
        const question = await openQuestion(context.tx, link.id, context.now, 'read')
        return { question: question ? presentQuestion(question) : null }
      },
      { requestId: request.id },
    )
  },
  unsubscribeClient: async (call) => {
    const link = await openLink(call, call.query.token)
    const never = { answer: 'never', name: '' } as const
    await withTransaction(call.portal, system, (context) => answerClient(context, link, never), { requestId: call.request.id })
  },
  /** Mail scanners open links, so opening one changes nothing. */
  openUnsubscribeClient: async ({ query }) => stopPage(encodeURIComponent(query.token ?? '')),
}

export const clientConfirmationSlice = slice({
  routes: clientConfirmationRoutes,
  handlers: clientConfirmationHandlers,
  mails: clientConfirmationEventHandlers,
  personalData: clientConfirmationData,
})
