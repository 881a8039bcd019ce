import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner } from '#access/domain/actor.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithPartners } from '#test/open-with-partners.ts'
import type { Client, TestApp } from '#test/test-app.ts'
import { type LeadInput, leadRoutes } from '../api/leads.ts'
import { leadFieldNames } from '../domain/lead-fields.ts'

describe.each(databaseKinds())('possible duplicates on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  let jean: Client
  beforeAll(async () => {
    ;({ app, marie, jean } = await openWithPartners(databaseKind, 'marie', 'jean'))
  })
  afterAll(() => app.close())

  let contacts = 0
  /** Fields of a new contact. */
  const contact = () => {
    contacts += 1
    return { ...plainLead, company: `Société numéro ${contacts}`, email: `contact${contacts}@client.example` }
  }
  const contactOf = ({ email, company }: LeadInput) => ({ email, company })
  const add = (client: Client, fields: LeadInput) => client.call(leadRoutes.addLead, { body: fields })
  const asStaff = (id: string) => app.admin.call(leadRoutes.getLead, { params: { id } })
  const marked = async () => {
    const { items } = await app.admin.call(leadRoutes.listLeads, { query: { duplicates: 'yes', limit: 200 } })
    return items.map((lead) => lead.id)
  }

  test('a partner learns that a contact already has a lead and nothing else, staff learn whose', async () => {
    // No other lead is of this domain.
    const first = { ...contact(), email: 'paul@premier.example' }
    const lead = await add(marie, first)
    const shouted = { email: first.email.toUpperCase(), company: '' }
    expect(await jean.call(leadRoutes.findDuplicate, { query: shouted })).toEqual({
      exists: true,
      state: 'followed',
      field: 'email',
    })
    const ofCompany = { email: 'new@new.example', company: `${first.company} SARL` }
    expect(await jean.call(leadRoutes.findDuplicate, { query: ofCompany })).toEqual({
      exists: true,
      state: 'followed',
      field: 'company',
    })
    // Their own lead is no secret.
    expect(await marie.call(leadRoutes.findDuplicate, { query: ofCompany })).toMatchObject({
      exists: true,
      field: 'company',
      lead: { id: lead.id, company: first.company },
    })
    expect(await jean.call(leadRoutes.findDuplicate, { query: { email: 'new@new.example', company: 'New' } })).toEqual({
      exists: false,
      state: 'free',
    })
    expect(await jean.call(leadRoutes.findDuplicate, { query: {} })).toEqual({ exists: false, state: 'free' })
    expect(await app.admin.call(leadRoutes.findDuplicate, { query: shouted })).toEqual({
      exists: true,
      state: 'followed',
      field: 'email',
      lead: {
        id: lead.id,
        name: lead.name,
        company: first.company,
        partner: { id: marie.userId, name: 'Marie Dupont', deleted: false },
      },
    })
    expect(await app.admin.call(leadRoutes.findDuplicate, { query: { ...shouted, exceptId: lead.id } })).toEqual({
      exists: false,
      state: 'free',
    })
  })

  test('a lead that resembles another is accepted and marked, for staff only', async () => {
    const first = contact()
    const original = await add(marie, first)
    const second = await add(jean, { ...first, email: 'somebody.else@client.example' })
    expect(second.possibleDuplicate).toBeNull()
    expect((await jean.call(leadRoutes.getLead, { params: { id: second.id } })).possibleDuplicate).toBeNull()
    const own = await add(marie, first)
    expect(own.possibleDuplicate).toBeNull()
    const { items } = await marie.call(leadRoutes.listLeads, { query: { fields: 'all' } })
    expect(items.filter((lead) => lead.possibleDuplicate !== null)).toEqual([])
    const listed = await marie.call(leadRoutes.listLeads, { query: {} })
    expect(listed.items.filter((lead) => 'possibleDuplicate' in lead)).toEqual([])
    expect((await asStaff(original.id)).possibleDuplicate).toBeNull()
    for (const { id } of [second, own]) {
      expect((await asStaff(id)).possibleDuplicate).toMatchObject({ id: original.id, partner: { name: 'Marie Dupont' } })
    }
  })

  test('staff filter the list and its totals by the mark; a partner cannot', async () => {
    const first = contact()
    await add(marie, first)
    const { id } = await add(jean, first)
    expect(await marked()).toContain(id)
    const ofJean = { duplicates: 'yes' as const, partnerId: jean.userId }
    const { items } = await app.admin.call(leadRoutes.listLeads, { query: { ...ofJean, limit: 200 } })
    const { byStatus: columns } = await app.admin.call(leadRoutes.leadSummary, { query: ofJean })
    expect(columns.reduce((sum, column) => sum + column.count, 0)).toBe(items.length)
    expect((await jean.try(leadRoutes.listLeads, { query: { duplicates: 'yes' } })).body.code).toBe('not_allowed')
    expect((await jean.try(leadRoutes.leadSummary, { query: { duplicates: 'yes' } })).body.code).toBe('not_allowed')
  })

  test('staff clear a mark, invisibly to the partner', async () => {
    const first = contact()
    await add(marie, first)
    const { id } = await add(jean, first)
    const before = await jean.call(leadRoutes.getLead, { params: { id } })
    app.pass(60_000)
    expect((await jean.try(leadRoutes.notADuplicate, { params: { id } })).body.code).toBe('not_allowed')
    expect((await app.admin.call(leadRoutes.notADuplicate, { params: { id } })).possibleDuplicate).toBeNull()
    expect(await marked()).not.toContain(id)
    expect(await jean.call(leadRoutes.getLead, { params: { id } })).toEqual(before)
    const eventNames = async (client: Client) => {
      const { items } = await client.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
      return items.map((entry) => entry.what)
    }
    expect(await eventNames(jean)).toEqual(['lead.created'])
    expect(await eventNames(app.admin)).toEqual(['lead.duplicate_cleared', 'lead.created'])
    const events = await app.portal.database.asActor(
      { kind: 'partner', userId: jean.userId, partner: soleOwner(jean.userId), contractSigned: true },
      (tx) => tx.selectFrom('events').select(['name', 'before', 'after']).where('subject_id', '=', id).execute(),
    )
    expect(events.map((event) => event.name)).toEqual(['lead.created'])
    expect(Object.keys(events[0]?.after ?? {}).sort()).toEqual([...leadFieldNames, 'status'].sort())
  })

  test('an edit sets and clears the mark only for the fields it changes', async () => {
    const first = contact()
    const original = await add(marie, first)
    const other = await add(jean, contact())
    const edit = async (client: Client, id: string, body: Partial<LeadInput>) => {
      await client.call(leadRoutes.editLead, { params: { id }, body })
      return (await asStaff(id)).possibleDuplicate?.id ?? null
    }
    expect(await edit(jean, other.id, { notes: 'Rappeler' })).toBeNull()
    expect(await edit(jean, other.id, { company: first.company.toUpperCase() })).toBe(original.id)
    // The original lead stays unmarked when its own contact changes.
    expect(await edit(marie, original.id, { email: 'direction@client.example', company: `${first.company} SARL` })).toBeNull()
    await app.admin.call(leadRoutes.notADuplicate, { params: { id: other.id } })
    expect(await edit(jean, other.id, { email: 'autre@client.example', company: `${first.company} SAS` })).toBeNull()
    expect(await edit(jean, other.id, { email: 'DIRECTION@client.example' })).toBe(original.id)
    expect(await edit(jean, other.id, { email: 'personne@client.example', company: 'Une tout autre société' })).toBeNull()
  })

  test('a lost lead is no duplicate, and a deleted one removes its marks', async () => {
    const first = contact()
    const lostLead = await add(marie, first)
    await marie.call(leadRoutes.moveLead, { params: { id: lostLead.id }, body: { from: 'nouveau', to: 'refuse' } })
    expect(await jean.call(leadRoutes.findDuplicate, { query: contactOf(first) })).toEqual({
      exists: false,
      state: 'check',
      field: 'email',
    })
    const second = await add(jean, first)
    expect((await asStaff(second.id)).possibleDuplicate).toBeNull()
    const third = await add(marie, first)
    expect((await asStaff(third.id)).possibleDuplicate?.id).toBe(second.id)
    await jean.call(leadRoutes.deleteLead, { params: { id: second.id } })
    expect((await asStaff(third.id)).possibleDuplicate).toBeNull()
  })

  test('a lead added while its duplicate is deleted is added, with a mark or without', async () => {
    for (let round = 0; round < 12; round += 1) {
      const first = contact()
      const { id } = await add(marie, first)
      const [, ...added] = await Promise.all([
        marie.call(leadRoutes.deleteLead, { params: { id } }),
        ...[jean, jean, marie].map((client) => add(client, first)),
      ])
      for (const lead of added) expect((await asStaff(lead.id)).possibleDuplicate?.id).not.toBe(id)
    }
  })

  test('of concurrent leads for one contact one is the first and the others are marked', async () => {
    for (let round = 0; round < 6; round += 1) {
      const first = contact()
      const shared = round % 2 === 0 ? { email: first.email } : { company: first.company }
      const added = await Promise.all([marie, jean, jean, marie].map((client) => add(client, { ...contact(), ...shared })))
      const marks = await Promise.all(added.map(async ({ id }) => (await asStaff(id)).possibleDuplicate?.id ?? null))
      expect(marks.filter((mark) => mark === null)).toHaveLength(1)
      expect(added.map((lead) => lead.id)).toEqual(expect.arrayContaining(marks.filter((mark) => mark !== null)))
    }
  })
})
