import { asSystemWithConfirmation, type Confirmation, type Proof } from '#accounts/auth/server/guards.ts'
import type { CallerContext } from '#platform/server/http/as-system.ts'
import { type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { mergingRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import { mergingEventHandlers } from './event-handlers.ts'
import { mergePartner } from './merge-commands.ts'
import { movePerson, splitPartner } from './move-commands.ts'
import { checkAllFound } from './moving-commands.ts'
import { requireFormer, requireOther } from './pair-guards.ts'
import { readMerge, readMove, readSplit } from './queries.ts'

/** Changes partners, and answers with the one that people are of then. */
function change(call: OwnCall, run: (context: CallerContext, confirmation: Confirmation) => Promise<string>, proof: Proof = {}) {
  return asSystemWithConfirmation(call, proof, async (context, confirmation) => {
    const { id, name, company } = await requireFormer(context.tx, await run(context, confirmation))
    return { partner: { id, name, company, deleted: false } }
  })
}

const mergingHandlers: Handlers<typeof mergingRoutes> = {
  movePreview: async ({ tx, params, query: { personId, toPartnerId } }) => {
    const from = await requireFormer(tx, params.id)
    const to = await requireOther(tx, toPartnerId, 'toPartnerId', from)
    const { members, preview } = await readMove(tx, from, to, personId)
    checkAllFound(members, [personId])
    return preview
  },
  movePerson: ({ body: { password, code, passkey, ...form }, ...call }) =>
    change(
      call,
      async (context, confirmation) => {
        await movePerson(context, call.params.id, form, confirmation)
        return form.toPartnerId
      },
      { password, code, passkey },
    ),
  splitPreview: async ({ tx, params, body: { personIds } }) => {
    const from = await requireFormer(tx, params.id)
    const { members, preview } = await readSplit(tx, from, personIds)
    checkAllFound(members, personIds)
    return preview
  },
  splitPartner: (call) => change(call, (context) => splitPartner(context, call.params.id, call.body)),
  mergePreview: async ({ tx, now, params, query }) => {
    const from = await requireFormer(tx, params.id)
    const to = await requireOther(tx, query.intoPartnerId, 'intoPartnerId', from)
    const { preview } = await readMerge(tx, { from, to, now })
    return preview
  },
  mergePartner: ({ body: { password, code, passkey, ...form }, ...call }) =>
    change(
      call,
      async (context, confirmation) => {
        await mergePartner(context, call.params.id, form, confirmation)
        return form.intoPartnerId
      },
      { password, code, passkey },
    ),
}

export const mergingSlice = slice({
  routes: mergingRoutes,
  handlers: mergingHandlers,
  mails: mergingEventHandlers,
  constraints: {
    partners_merged_closed: ['partner_not_active', m.mergedPartnerClosed],
    partners_merge_into_present: ['partner_not_active', m.mergedPartnerClosed],
    partners_stay_merged: ['partner_not_active', m.mergedPartnerClosed],
  },
})
