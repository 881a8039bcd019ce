import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'

describe.each(databaseKinds())('what clients answered stays on the lead, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  const card = async (id: string) => (await words.leads()).find((lead) => lead.id === id)?.client?.word ?? null
  const edit = (id: string, body: object) => words.partner.call(leadRoutes.editLead, { params: { id }, body })
  const deny = async (more: object = {}, answer: 'no' | 'other' = 'no') => {
    const lead = await words.typed(more)
    await words.ask(lead.id)
    await words.answer(await words.linkTo(lead.email), answer, answer === 'other' ? 'Paul Autre' : '')
    return { ...lead, at: words.app.now.toISOString() }
  }
  const claimOf = async (id: string) => {
    const { claims } = await words.app.admin.call(registrationRoutes.getConflict, { params: { id } })
    return claims.find(({ lead }) => lead.id === id)
  }

  test('one’s own public form covers no denial and orders no mail', async () => {
    const lead = await deny()
    words.app.pass(2 * 3_600_000)
    const mine = words.details({ company: lead.company, email: lead.email })
    expect((await words.leave(mine)).answer.status).toBe(202)
    expect(await words.mailsTo(lead.email)).toHaveLength(1)
    expect(await card(lead.id)).toBe('no')
    const { said, answers } = await words.confirmation(lead.id)
    expect(said).toMatchObject({ word: 'no', answeredAt: lead.at, consent: { at: words.app.now.toISOString() } })
    expect(answers).toMatchObject([{ answer: 'no', at: lead.at, email: lead.email, company: lead.company, about: 'lead' }])
    const claim = await claimOf(lead.id)
    expect([claim?.lead.client?.word, claim?.answers.map(({ answer }) => answer)]).toEqual(['no', ['no']])
  })

  test('another address or company, and back, clear no denial, and nobody is asked after it', async () => {
    const lead = await deny({}, 'other')
    for (const change of [{ email: 'ami@ailleurs.example' }, { email: lead.email }, { company: 'Tout autre' }]) {
      await edit(lead.id, change)
      expect(await card(lead.id)).toBe('other')
      const state = await words.confirmation(lead.id)
      expect([state.can.ask, state.obstacle]).toEqual([false, 'Le client a déjà répondu : il n’est plus sollicité.'])
      const answer = { answer: 'other', at: lead.at, email: lead.email, company: lead.company, about: 'lead_before' }
      expect(state.answers).toMatchObject([answer])
    }
    expect((await words.ask(lead.id)).body.code).toBe('client_not_askable')
    await edit(lead.id, { email: 'ami@ailleurs.example' })
    await words.leave(words.details({ company: 'Tout autre', email: 'ami@ailleurs.example' }))
    expect(await words.mailsTo('ami@ailleurs.example')).toEqual([])
    expect(await card(lead.id)).toBe('other')
    // Staff read whom the client names.
    expect((await claimOf(lead.id))?.answers).toMatchObject([{ name: 'Paul Autre', about: 'lead_before' }])
    expect((await words.confirmation(lead.id)).answers[0]?.name).toBe('')
  })

  test('a yes about another address is shown beside, and confirms nothing', async () => {
    const lead = await words.typed({ email: 'complice@ami.example' })
    await words.ask(lead.id)
    await words.answer(await words.linkTo(lead.email), 'yes')
    await edit(lead.id, { email: `vrai@client-de-${lead.id}.example` })
    expect(await card(lead.id)).toBeNull()
    expect((await words.confirmation(lead.id)).answers).toMatchObject([
      { answer: 'yes', email: lead.email, about: 'lead_before' },
    ])
    words.app.pass(60_000)
    await words.ask(lead.id)
    await words.answer(await words.linkTo(`vrai@client-de-${lead.id}.example`), 'no')
    expect(await card(lead.id)).toBe('no')
    const [latest, earlier] = (await claimOf(lead.id))?.answers ?? []
    expect([latest?.answer, earlier?.answer]).toEqual(['no', 'yes'])
  })

  test('a lead that is lost or deleted and made anew has the denial of its mailbox', async () => {
    const lead = await deny()
    const loss = { from: 'nouveau', to: 'refuse', loss: { reason: 'budget', note: '' } } as const
    await words.partner.call(leadRoutes.moveLead, { params: { id: lead.id }, body: loss })
    await words.leave(words.details({ company: lead.company, email: lead.email }))
    const deniedLead = (await words.leads()).find(({ id, company }) => company === lead.company && id !== lead.id)
    expect(deniedLead?.client).toEqual({ word: 'no', at: lead.at })
    for (const id of [lead.id, deniedLead?.id ?? '']) await words.partner.call(leadRoutes.deleteLead, { params: { id } })
    const again = await words.typed({ company: lead.company, email: lead.email.replace('@', '+bis@') })
    expect((await words.ask(again.id)).body.code).toBe('client_not_askable')
    const denial = { answer: 'no', at: lead.at, about: 'other_lead' }
    expect((await words.confirmation(again.id)).answers).toMatchObject([denial])
    expect((await claimOf(again.id))?.answers).toMatchObject([denial])
    expect(await words.mailsTo(lead.email)).toHaveLength(1)
  })

  test('after a hand-over staff read all answers, the partner those about themselves', async () => {
    const lead = await deny()
    const other = await words.app.newPartner(`reprise${words.mail.partners}@exemple.fr`)
    const handOver = { params: { id: lead.id }, body: { partnerId: other.userId, message: 'Secteur repris' } }
    await words.app.admin.call(registrationRoutes.handOverLead, handOver)
    expect(await words.confirmation(lead.id, other)).toMatchObject({ said: null, answers: [], can: { ask: true } })
    expect((await claimOf(lead.id))?.answers).toMatchObject([{ answer: 'no', about: 'lead_before' }])
    expect((await claimOf(lead.id))?.lead.client).toBeNull()
  })
})
