import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { tablesWith } from '#test/everything-in.ts'
import { importRows } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { programmeForm } from '#test/payout-app.ts'
import { type Client, password } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const params = (id: string) => ({ params: { id } })
const held = 'Another partner’s lead holds this company'

describe.each(databaseKinds('full'))('a sole trader who was erased, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
    await words.app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
    await words.app.admin.call(erasureRoutes.setErasureDays, { body: { days: 0 } })
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  let count = 0
  const contact = (company: string) => {
    count += 1
    return { ...plainLead, company, email: `rival${count}@ailleurs${count}.example` }
  }
  const register = async (by: Client, body: object) =>
    (await by.call(leadRoutes.addLead, { body: { ...contact(''), ...body } })).id
  const accept = (id: string) => words.app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [id] } })
  const row = (id: string) =>
    words.app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    )
  const erase = async (id: string, soleTrader: boolean) => {
    const { app } = words
    await forgetAttempts(app.portal, `password of ${app.admin.userId}`)
    await app.admin.call(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader }], password } })
    await followErasures(app.portal)
  }

  test('holds the company as one whose name stays: whoever names it, by any way, is not accepted', async () => {
    const { app, partner: rival } = words
    const owner = await app.newPartner('titulaire@exemple.fr')
    const earlier = await app.newPartner('avant@exemple.fr')
    const erased = new Map<string, string>()
    const before = new Map<string, string>()
    for (const [company, soleTrader] of [
      ['Jardins Zoé', true],
      ['Moulin Kléber', false],
    ] as const) {
      const id = await register(owner, { company, email: `zoe@${soleTrader ? 'jardins' : 'moulin'}.example` })
      expect(await accept(id)).toMatchObject({ done: 1 })
      before.set(company, await register(earlier, { company: company.toUpperCase() }))
      await erase(id, soleTrader)
      erased.set(company, id)
    }
    expect((await row(erased.get('Jardins Zoé') ?? '')).company).toBe('')
    expect(await tablesWith(app, 'jardins.example')).toEqual([])

    const ways: Record<string, (company: string) => Promise<string>> = {
      form: (company) => register(rival, { company: `${company} EI` }),
      staff: (company) => register(app.admin, { company, partnerId: rival.userId }),
      edit: async (company) => {
        const id = await register(rival, { company: `Autre ${count}` })
        await rival.call(leadRoutes.editLead, { ...params(id), body: { company } })
        return id
      },
      import: async (company) => {
        const { email } = contact(company)
        const rows = [{ name: 'Kim', company, email, amount: '10', offer: 'Star' }]
        await importRows(app, rival, { kind: 'leads', rows, settings: { includeDuplicates: true } })
        return (await words.leads()).find((lead) => lead.company === company)?.id ?? ''
      },
      link: async (company) => {
        const { body } = await words.leave(words.details({ company: `${company} SAS` }))
        return (await words.leads()).find((lead) => lead.company === body.company)?.id ?? ''
      },
      program: async (company) => {
        const { partnerId: _, ...body } = { ...contact(company), partnerId: '' }
        const external = { params: { externalId: `trader ${count}` }, body: { ...body, partnerId: rival.userId } }
        return (await app.admin.call(leadExternalIdRoutes.upsertLead, external)).lead.id
      },
      earlier: async (company) => before.get(company) ?? '',
    }
    for (const [way, add] of Object.entries(ways))
      for (const [company, original] of erased) {
        const id = await add(company)
        const { left } = await accept(id)
        expect([way, company, left.map(({ why }) => why)]).toEqual([way, company, [expect.stringContaining(held)]])
        const { claims } = await app.admin.call(registrationRoutes.getConflict, params(id))
        expect(claims.find(({ lead }) => lead.id === original)?.matches, way).toContain('company')
        expect((await row(id)).possible_duplicate_of, way).toBe(original)
        await app.admin.call(leadRoutes.deleteLead, params(id))
      }

    const look = (query: object) => rival.call(leadRoutes.findDuplicate, { query })
    expect(await look({ company: 'JARDINS-ZOE' })).toEqual({ exists: true, state: 'followed', field: 'company' })
    expect(await look({ company: 'Jardins Zoée' })).toEqual({ exists: false, state: 'free' })
    for (const domain of ['jardins', 'moulin'])
      expect(await look({ email: `autre@${domain}.example` })).toEqual({ exists: false, state: 'check', field: 'email' })

    // Nothing says of other companies, or of a lead that was about another one, that they are of a sole trader.
    const other = await register(rival, { company: 'Jardins Zoé' })
    expect((await row(other)).trader_hash).not.toBe('')
    await rival.call(leadRoutes.editLead, { ...params(other), body: { company: 'Tout Autre' } })
    expect((await row(other)).trader_hash).toBe('')
    expect(await accept(other)).toMatchObject({ done: 1 })
    const move = { ...params(other), body: { from: 'nouveau', to: 'signe' } } as const
    await rival.call(leadRoutes.editLead, { ...params(other), body: { company: 'Jardins Zoé' } })
    expect((await rival.try(leadRoutes.moveLead, move)).body.code).toBe('company_held')
  })
})
