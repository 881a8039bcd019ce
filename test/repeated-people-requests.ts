import { leadRoutes } from '#leads/leads/api/leads.ts'
import { requestRoutes } from '#people-data/requests/api/requests.ts'
import type { SentRequest } from './repeated-requests.ts'
import type { Client } from './test-app.ts'

const letter = {
  wish: 'object',
  channel: 'letter',
  email: 'courrier@personne.example',
  name: 'Zoé Courrier',
  recognised: 'Copie de la carte',
} as const

/** A request for each route that changes what people ask about their data, by its name. */
export function peopleRequests(
  staff: () => Client,
  lead: () => Promise<{ readonly id: string }>,
): Readonly<Record<string, () => Promise<SentRequest>>> {
  const receivedOn = () => new Date(Date.now() - 86_400_000).toISOString().slice(0, 10)
  const entered = () => staff().call(requestRoutes.enterRequest, { body: { ...letter, receivedOn: receivedOn() } })
  const answer = { outcome: 'done', report: 'Nous ne vous enregistrons plus.', refuse: true } as const
  const params = async () => ({ id: (await entered()).id })
  return {
    enterRequest: async () => [staff(), { body: { ...letter, receivedOn: receivedOn() } }],
    extendRequest: async () => [staff(), { params: await params(), body: { reason: 'Beaucoup de dossiers' } }],
    chooseItems: async () => {
      // A lead with the telephone that the letter names is somebody's to decide.
      const [{ id }, phone] = [await lead(), '06 70 00 00 01']
      await staff().call(leadRoutes.editLead, { params: { id }, body: { phone } })
      const body = { ...letter, receivedOn: receivedOn(), phone }
      const request = await staff().call(requestRoutes.enterRequest, { body })
      const choices = [{ item: `lead ${id}`, shown: false, reason: 'Un tiers' }]
      return [staff(), { params: { id: request.id }, body: { choices } }]
    },
    answerRequest: async () => [staff(), { params: await params(), body: answer }],
    allowContact: async () => {
      const of = await params()
      await staff().call(requestRoutes.answerRequest, { params: of, body: answer })
      return [staff(), { params: of, body: {} }]
    },
    acceptVoidList: async () => [staff(), {}],
  }
}
