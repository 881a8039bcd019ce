import { type EditedField, writtenField } from '#leads/fields/api/fields.ts'
import { type EditedOffer, writtenOffer } from '#leads/offers/api/offers.ts'
import { type EditedStage, writtenStage } from '#leads/stages/api/stages.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import type { ApiOf } from './colleagues.ts'

interface Callers {
  readonly staff: ApiOf
  readonly owner: ApiOf
  readonly partnerId: string
}

/** Brings a copy of the sample world into states that it lacks, each beside what is there. */
export async function addStates({ staff, owner, partnerId }: Callers): Promise<void> {
  const bonus = { partnerId, description: 'Animation du webinaire de printemps', revenueCents: 120_000, commissionRate: 10 }
  await staff.send('post', '/commissions', bonus)
  await owner.send('post', '/disputes', { message: 'Il manque la commission de la vente de juin.' })
  const news = { title: 'Nouvelle adresse à Nantes', text: 'Nous avons déménagé : venez nous voir.', audience: 'all' }
  await staff.send('post', '/announcements', news)
  const offer = { key: 'audit', name: 'Audit', names: {}, staffName: 'Audit', staffNames: {}, description: '', descriptions: {} }
  const amounts = { suggestedCents: null, leastCents: null, mostCents: null, onIntroductions: false }
  const { offers } = await staff.get<{ offers: readonly EditedOffer[] }>('/offers')
  const expected = offers.map(writtenOffer)
  await staff.send('put', '/offers', { offers: [...expected, { ...offer, ...amounts, archivedAt: null }], expected })
  const field = { key: 'region', kind: 'text', name: 'Région', names: {}, help: '', helps: {}, options: [] }
  const rules = { required: false, requiredFrom: null, partner: 'edits', staffEdits: true }
  const places = { onIntroductions: false, searchable: false, onCard: false, inList: false, aboutPerson: true }
  const { fields } = await staff.get<{ fields: readonly EditedField[] }>('/lead-fields')
  const read = fields.map(writtenField)
  const added = { ...field, ...rules, ...places, archivedAt: null }
  await staff.send('put', '/lead-fields', { fields: [...read, added], expected: read })
  const { stages } = await staff.get<{ stages: readonly EditedStage[] }>('/stages')
  const board = stages.map(writtenStage)
  const movers = { partnerEnters: true, partnerLeaves: true, staffEnters: true, staffLeaves: true }
  const plain = {
    names: {},
    colour: 'teal' as const,
    countsAsCall: false,
    staleAfterDays: null,
    archivedAt: null,
    mergedInto: null,
  }
  const asking = (['reason', 'file', 'amount'] as const).map((asks) => {
    return { ...movers, ...plain, key: `asks_${asks}`, name: `Étape ${asks}`, asks }
  })
  const won = board.findIndex(({ key }) => key === wonStage)
  await staff.send('put', '/stages', { stages: board.toSpliced(won, 0, ...asking), expected: board })
}
