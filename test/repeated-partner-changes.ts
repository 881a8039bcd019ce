import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { partnerProfileRoutes } from '#partners/profile/api/profile.ts'
import { announcementChanges } from './repeated-announcements.ts'
import { type Client, password } from './test-app.ts'

type SentRequest = readonly [client: Client, request: { params?: object; body?: object }]

/** Changes on the page of a partner, and what all of them are told; `id` is the partner's. */
export function partnerChanges(staff: () => Client, id: () => string): Readonly<Record<string, () => Promise<SentRequest>>> {
  const note = async () => {
    const { id: noteId } = await staff().call(partnerProfileRoutes.addPartnerNote, {
      params: { id: id() },
      body: { body: 'Rappeler' },
    })
    return { id: id(), noteId }
  }
  let corrections = 0
  return {
    ...announcementChanges(staff),
    addPartnerNote: async () => [staff(), { params: { id: id() }, body: { body: 'Vue au salon' } }],
    editPartnerNote: async () => [staff(), { params: await note(), body: { body: 'Rappelée' } }],
    correctPartner: async () => {
      corrections += 1
      const body = { fullName: 'Paul Partenaire', company: `Paul ${corrections}`, email: 'paul@exemple.fr' }
      return [staff(), { params: { id: id() }, body }]
    },
    withdrawEmailChange: async () => {
      const body = { fullName: 'Paul Partenaire', company: '', email: 'paul.neuf@exemple.fr', password }
      await staff().call(partnerCorrectionRoutes.correctPartner, { params: { id: id() }, body })
      return [staff(), { params: { id: id() } }]
    },
    deletePartnerNote: async () => [staff(), { params: await note() }],
  }
}
