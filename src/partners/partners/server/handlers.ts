import type * as z from 'zod/mini'
import { checkConfirmed, withConfirmation } from '#accounts/auth/server/guards.ts'
import { invitationUrl } from '#accounts/auth/server/present.ts'
import { requirePartner } from '#accounts/people/server/guards.ts'
import { partnerNames, partnerWithExternalId } from '#accounts/people/server/queries.ts'
import { revokeNewestMain, validateNewestMain } from '#contracts/contracts/server/commands.ts'
import { assignGenerated, generateForNewcomer } from '#contracts/templates/server/assign-commands.ts'
import { Refusal, refuseFieldUnless, refuseUnless } from '#platform/domain/refusal.ts'
import { type Call, type Handlers, type OwnCall, slice } from '#platform/server/http/bind.ts'
import { sortedPage } from '#platform/server/http/lists/listing.ts'
import { type invitationForm, type PersonRow, partnerRoutes } from '../api/partners.ts'
import { m } from '../messages/messages.ts'
import * as commands from './commands.ts'
import { partnersCsv } from './export.ts'
import { setPartnerExternalId, upsertPartner } from './external-ids.ts'
import { partnerData } from './personal-data.ts'
import { presentPerson } from './present.ts'
import { findPerson, findPersonEver, listPeople, peopleStats, personOfId, withIbanOwners } from './queries.ts'

type InvitationForm = Omit<z.output<typeof invitationForm>, 'templateId'>

/** The person's row after a change, as the list shows it. */
async function personNow(call: Omit<Call, 'sessionId'>, userId: string): Promise<PersonRow> {
  const row = await findPerson(call, userId)
  if (!row) throw new Refusal('not_found', m.noSuchPerson())
  return presentPerson(row, call)
}

/** The main contract that is to wait for somebody who is invited. */
async function contractOf({ portal, actor }: OwnCall, form: InvitationForm, templateId: string) {
  refuseFieldUnless(form.role === 'partner', 'templateId', m.contractOfPartners())
  return generateForNewcomer(portal, actor, form, templateId)
}

export const partnerHandlers: Handlers<typeof partnerRoutes> = {
  listPartners: async (call) => {
    const rows = await listPeople(call, await withIbanOwners(call, call.query))
    return sortedPage(rows, call.query.limit, (row) => presentPerson(row, call))
  },
  partnerSummary: async (call) => peopleStats(call, await withIbanOwners(call, call.query)),
  partnerNames: async ({ tx }) => ({ partners: await partnerNames(tx) }),
  invite: async ({ body: { password, code, passkey, templateId, ...form }, ...call }) => {
    const contract = templateId ? await contractOf(call, form, templateId) : null
    return withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      const { userId } = await commands.invite(context, form)
      if (contract) await assignGenerated(context, contract, userId, { withInvitation: true })
      if (form.role === 'admin') checkConfirmed(confirmation, m.toInviteStaff())
      return personNow({ ...call, ...context }, userId)
    })
  },
  getPartnerByExternalId: async (call) => {
    const partner = await partnerWithExternalId(call.tx, call.params.externalId)
    if (!partner) throw new Refusal('not_found', m.noSuchExternalId())
    const merged = partner.merged_into ? await findPersonEver(call, partner.partner_id) : undefined
    return merged ? presentPerson(merged, call) : personNow(call, partner.partner_id)
  },
  upsertPartner: async (call) => {
    const { userId, ...outcome } = await upsertPartner(call, call.params.externalId, call.body)
    return { ...outcome, partner: await personNow(call, userId) }
  },
  setPartnerExternalId: async (call) => {
    await requirePartner(call, call.params.id)
    await setPartnerExternalId(call, call.params.id, call.body.externalId)
    return personNow(call, call.params.id)
  },
  resendInvitation: async (call) => {
    await commands.resendInvitation(call, await personOfId(call.tx, call.params.id))
    return personNow(call, call.params.id)
  },
  invitationLink: async (call) => {
    refuseUnless(call.portal.config.smtpUrl === null, 'link_is_mailed', m.linkIsMailed())
    return { link: invitationUrl(call.portal.config, await commands.readInvitation(call, call.params.id)) }
  },
  withdrawInvitation: async (call) =>
    commands.withdrawInvitation(call, await personOfId(call.tx, call.params.id), call.query.recurring),
  changeRole: ({ body: { password, code, passkey, ...form }, params: { id }, ...call }) =>
    withConfirmation(call, { password, code, passkey }, async (context, confirmation) => {
      await commands.changeRole(context, await personOfId(context.tx, id), form)
      checkConfirmed(confirmation, m.toChangeRole())
      return personNow({ ...call, ...context }, id)
    }),
  endSessions: async (call) => {
    const removePasskeys = call.query.removePasskeys === 'true'
    return commands.endSessions(call, await personOfId(call.tx, call.params.id), { removePasskeys })
  },
  resetSecondFactor: async (call) => {
    await commands.resetSecondFactorOf(call, await personOfId(call.tx, call.params.id), call.body.reason)
    return personNow(call, call.params.id)
  },
  validatePartnerContract: async (call) => {
    await validateNewestMain(call, call.params.id)
    return personNow(call, call.params.id)
  },
  revokePartnerContract: async (call) => {
    await revokeNewestMain(call, call.params.id, call.body.reason)
    return personNow(call, call.params.id)
  },
  deletePartner: async (call) => commands.deletePartner(call, await personOfId(call.tx, call.params.id), call.query.recurring),
  partnersCsv,
}

export const partnerSlice = slice({
  routes: partnerRoutes,
  handlers: partnerHandlers,
  constraints: {
    partners_external_id_once: ['external_id_taken', m.partnerExternalIdTaken],
    last_administrator: ['last_administrator', m.lastAdministrator],
    administrators_stay: ['administrator_not_deletable', m.administratorsStay],
  },
  personalData: partnerData,
})
