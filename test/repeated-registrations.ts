import { system } from '#access/domain/actor.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { introductionRoutes } from '#leads/introductions/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import type { Client, TestApp } from './test-app.ts'

interface Callers {
  readonly app: () => TestApp
  readonly partner: () => Client
  readonly staff: () => Client
  /** A new partner. */
  readonly other: () => Promise<Client>
  readonly lead: () => Promise<{ readonly id: string }>
}

/** A request for each change of a registration, on one of its own. */
export function registrationRequests({ app, partner, staff, other, lead }: Callers) {
  const programme = (registrations: boolean) =>
    app().portal.database.asActor(system, (tx) => tx.updateTable('programme_settings').set({ registrations }).execute())
  const submitted = async () => {
    await programme(true)
    const { id } = await lead()
    await programme(false)
    return id
  }
  const accepted = async () => {
    const id = await submitted()
    await staff().call(registrationRoutes.acceptRegistrations, { body: { ids: [id] } })
    return id
  }
  const refused = async () => {
    const id = await submitted()
    await staff().call(registrationRoutes.refuseRegistrations, { body: { ids: [id], reason: 'hors_cible' } })
    return id
  }
  const reason = 'Devis en cours de validation'
  const extending = async () => {
    const id = await accepted()
    await partner().call(registrationRoutes.askForExtension, { params: { id }, body: { reason } })
    return id
  }
  const message = 'Motif lu par les deux'
  return {
    acceptRegistrations: async () => [staff(), { body: { ids: [await submitted()] } }] as const,
    refuseRegistrations: async () => [staff(), { body: { ids: [await submitted()], reason: 'doublon' } }] as const,
    mergeRegistration: async () => [staff(), { params: { id: await submitted() }, body: { into: await accepted() } }] as const,
    appealRefusal: async () => [partner(), { params: { id: await refused() }, body: { message: reason } }] as const,
    askForExtension: async () => [partner(), { params: { id: await accepted() }, body: { reason } }] as const,
    answerExtension: async () => [staff(), { params: { id: await extending() }, body: { grant: true } }] as const,
    decideConflict: async () =>
      [staff(), { body: { winnerId: await submitted(), loserId: await submitted(), outcome: 'refuse', message } }] as const,
    makeIntroductionLink: async () => [partner(), {}] as const,
    pauseIntroductionLink: async () => {
      await partner().call(introductionRoutes.makeIntroductionLink, {})
      return [partner(), { body: { paused: true } }] as const
    },
    disablePartnerLink: async () => {
      const own = await app().newPartner(`lien${Date.now()}@exemple.fr`)
      await own.call(introductionRoutes.makeIntroductionLink, {})
      return [staff(), { params: { id: own.userId }, body: { disabled: true } }] as const
    },
    askClient: async () => {
      const params = { id: (await lead()).id }
      const { mail } = await partner().call(clientConfirmationRoutes.getClientConfirmation, { params })
      return [partner(), { params, body: { digest: mail?.digest ?? '' } }] as const
    },
    settleLeadNotice: async () => [staff(), { params: { id: (await lead()).id }, body: { state: 'not_needed' } }] as const,
    sendNotices: async () => [staff(), { body: { leadIds: [(await lead()).id] } }] as const,
    switchNotices: async () => [staff(), { body: { isAutomatic: true } }] as const,
    handOverLead: async () =>
      [staff(), { params: { id: (await lead()).id }, body: { partnerId: (await other()).userId, message } }] as const,
  }
}
