import { system } from '#access/domain/actor.ts'
import { withConfirmation } from '#accounts/auth/server/guards.ts'
import { throughLink } from '#accounts/auth/server/link-guards.ts'
import { recurringSums } from '#money/rules/server/recurring-queries.ts'
import { presentPerson } from '#partners/partners/server/present.ts'
import { findPerson, personOfId } from '#partners/partners/server/queries.ts'
import { Refusal } from '#platform/domain/refusal.ts'
import { type Handlers, slice } from '#platform/server/http/bind.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { partnerCorrectionRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { correctPartner, withdrawEmailChange } from './commands.ts'
import * as addresses from './email-change-commands.ts'
import { correctionEventHandlers } from './event-handlers.ts'
import { readDeletionEffects } from './queries.ts'

const missing = () => new Refusal('not_found', m.noSuchPerson())

const partnerCorrectionHandlers: Handlers<typeof partnerCorrectionRoutes> = {
  correctPartner: ({ body: { password, code, passkey, ...form }, ...call }) =>
    withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      await correctPartner(context, call.params.id, form, confirmation)
      const row = await findPerson(context, call.params.id)
      if (!row) throw missing()
      return presentPerson(row, { ...call, ...context })
    }),
  withdrawEmailChange: async (call) => withdrawEmailChange(call, await personOfId(call.tx, call.params.id)),
  deletionEffects: async (call) => {
    const [row, effects, recurring] = await Promise.all([
      findPerson(call, call.params.id),
      readDeletionEffects(call.tx, call.params.id, call.now),
      recurringSums(call, call.params.id),
    ])
    if (!row) throw missing()
    return { ...effects, recurring }
  },
  openEmailChange: (call) =>
    throughLink(call, 'email-change', async (id) => {
      const change = await withTransaction(call.portal, system, (context) => addresses.openEmailChange(context, id))
      return { fullName: change.full_name, newEmail: change.new_email }
    }),
  confirmEmailChange: (call) =>
    throughLink(call, 'email-change', (id) =>
      withTransaction(call.portal, system, (context) => addresses.confirmEmailChange(context, id)),
    ),
}

export const partnerCorrectionSlice = slice({
  routes: partnerCorrectionRoutes,
  handlers: partnerCorrectionHandlers,
  mails: correctionEventHandlers,
})
