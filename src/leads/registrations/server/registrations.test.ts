import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { plainLead } from '#test/lead-samples.ts'
import { openWithRegistrations, type RegistrationWorld } from '#test/registration-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import type { Client } from '#test/test-app.ts'
import { registrationRoutes } from '../api/registrations.ts'

const hour = 3_600_000
const day = 24 * hour

describe.each(databaseKinds())('registrations on %s', (databaseKind) => {
  let world: RegistrationWorld
  beforeAll(async () => {
    world = await openWithRegistrations(databaseKind)
  })
  afterAll(() => world.app.close())
  const later = (days: number) => new Date(world.app.now.getTime() + days * day)

  test('a submitted lead is answered from the list, several at once, and shows when it is late', async () => {
    const { app, marie, jean, add, of, accept, refuse } = world
    const { registrationsToAnswer: waiting } = await inboxOf(app.admin)
    const [first, second, third] = [await add(marie), await add(marie), await add(jean)]
    const { registration } = await marie.call(leadRoutes.getLead, { params: { id: first } })
    expect(registration).toEqual({ number: expect.stringMatching(/^REF-\d{4}-\d{6}$/), state: 'submitted', protectedUntil: null })
    app.pass(49 * hour)
    const fresh = await add(jean)
    const inbox = await inboxOf(app.admin)
    expect([inbox.registrationsToAnswer, inbox.registrationsLate]).toEqual([waiting + 4, waiting + 3])
    const late = await app.admin.call(registrationRoutes.listRegistrations, { query: { queue: 'late' } })
    const ofLate = late.items.slice(-3).map((each) => [each.id, each.isLate, each.isFirst, each.rivals])
    expect(ofLate).toEqual([first, second, third].map((id) => [id, true, true, 0]))
    expect(await accept([first, second])).toEqual({ done: 2, left: [] })
    expect(await refuse([third, first], 'Trop loin de notre offre')).toEqual({
      done: 1,
      left: [{ leadId: first, number: registration.number, why: 'This registration is answered already.' }],
    })
    const mine = await of(marie, first)
    expect([mine.state, mine.decidedBy, mine.mergedInto]).toEqual(['accepted', null, null])
    const months = (new Date(mine.protectedUntil ?? 0).getTime() - app.now.getTime()) / day
    expect(months).toBeGreaterThan(180)
    expect(months).toBeLessThan(185)
    const refused = await of(jean, third)
    expect([refused.reason, refused.message, refused.can.appeal]).toEqual(['hors_cible', 'Trop loin de notre offre', true])
    expect((await of(app.admin, third)).decidedBy).toBe((await of(app.admin, first)).decidedBy)
    expect((await marie.try(registrationRoutes.getRegistration, { params: { id: third } })).status).toBe(404)
    const csv = await marie.send('GET', '/api/leads.csv')
    expect(csv.body).toMatch(new RegExp(`${registration.number};Accepté;\\d{4}-\\d\\d-\\d\\d`))
    await accept([fresh])
  })

  test('a contact that was already followed says so to its later partner, until staff have answered', async () => {
    const { app, marie, jean, add, refuse } = world
    const first = await add(marie, 'Suivie SARL')
    const second = await add(jean, 'Suivie SARL')
    const contested = async (reader: Client, id: string) => {
      const { items } = await reader.call(leadRoutes.listLeads, { query: { search: 'Suivie SARL' } })
      const { registration } = await reader.call(leadRoutes.getLead, { params: { id } })
      return [registration.contested, items.find((each) => each.id === id)?.registration.contested]
    }
    expect(await contested(jean, second)).toEqual([true, true])
    expect(await contested(marie, first)).toEqual([undefined, undefined])
    expect(await contested(app.admin, second)).toEqual([undefined, undefined])
    expect(await refuse([second])).toMatchObject({ done: 1 })
    expect(await contested(jean, second)).toEqual([undefined, undefined])
  })

  test('listed by their end, those without one come last, page after page', async () => {
    const { app, marie, add, accept } = world
    const [protectedLead, waiting] = [await add(marie), await add(marie)]
    await accept([protectedLead])
    const ends: (string | null)[] = []
    const ids: string[] = []
    const read = (cursor?: string) => {
      const query = { sort: 'protected' as const, limit: 1, ...(cursor ? { cursor } : {}) }
      return app.admin.call(registrationRoutes.listRegistrations, { query })
    }
    for (let page = await read(); ; page = await read(page.nextCursor)) {
      ids.push(...page.items.map(({ id }) => id))
      ends.push(...page.items.map(({ protectedUntil }) => protectedUntil))
      if (!page.nextCursor) break
    }
    expect(ids.indexOf(waiting)).toBeGreaterThan(ids.indexOf(protectedLead))
    expect(new Set(ids).size).toBe(ids.length)
    const firstOpen = ends.indexOf(null)
    expect(ends.slice(firstOpen).every((end) => end === null)).toBe(true)
    expect(ends.slice(0, firstOpen)).toEqual(ends.slice(0, firstOpen).toSorted())
  })

  test('a refusal is looked at again once', async () => {
    const { app, marie, add, of, refuse, move } = world
    const id = await add(marie)
    await refuse([id])
    const body = { message: 'Le client a signé un bon de commande.' }
    const appeal = () => marie.try(registrationRoutes.appealRefusal, { params: { id }, body })
    expect((await appeal()).body.state).toBe('appealed')
    expect((await appeal()).body.code).toBe('registration_step_impossible')
    const { items } = await app.admin.call(registrationRoutes.listRegistrations, { query: { state: 'appealed' } })
    expect(items.map((each) => each.appeal?.text)).toEqual([body.message])
    await refuse([id])
    expect((await of(marie, id)).can.appeal).toBe(false)
    expect((await appeal()).body.code).toBe('registration_step_impossible')
    // What was refused is not signed, and says why.
    expect((await move(marie, id, 'nouveau', 'signe')).body.code).toBe('registration_refused')
    expect((await move(marie, id, 'nouveau', 'call_effectue')).status).toBe(200)
  })

  test('staff’s own entries are accepted at once, beside another lead they wait', async () => {
    const { app, jean } = world
    const byStaff = (company: string) =>
      app.admin.call(leadRoutes.addLead, {
        body: { ...plainLead, partnerId: jean.userId, company, email: `${company.length}@regie.example` },
      })
    expect((await byStaff('Régie')).registration).toMatchObject({ state: 'accepted', protectedUntil: expect.any(String) })
    expect((await byStaff('Régie SAS')).registration.state).toBe('submitted')
  })

  test('a programme without registrations accepts at once and without an end', async () => {
    const { app, marie, programme, add, of } = world
    await programme({ registrations: false })
    const id = await add(marie)
    expect(await of(marie, id)).toMatchObject({ state: 'accepted', protectedUntil: null, decidedBy: null })
    await programme({})
    // Absent settings stay.
    const { registrations, protectionMonths } = await app.admin.call(programmeRoutes.getProgramme, {})
    expect([registrations, protectionMonths]).toEqual([true, 6])
  })

  test('while typing, a partner learns free, followed or to be checked, and nothing of what has ended', async () => {
    const { marie, jean, refuse } = world
    const look = (query: { email?: string; company?: string }) => jean.call(leadRoutes.findDuplicate, { query })
    const body = { ...plainLead, company: 'Menuiserie Loire', email: 'paul@menuiserie-loire.example' }
    const { id } = await marie.call(leadRoutes.addLead, { body })
    expect(await look({ company: 'menuiserie loire SARL' })).toEqual({
      exists: true,
      state: 'followed',
      field: 'company',
    })
    expect(await look({ email: 'anne@menuiserie-loire.example', company: 'ML' })).toEqual({
      exists: false,
      state: 'check',
      field: 'email',
    })
    expect(await look({ email: 'anne@gmail.com', company: 'Autre Chose' })).toEqual({ exists: false, state: 'free' })
    await refuse([id])
    expect(await look({ company: 'menuiserie loire SARL' })).toEqual({ exists: false, state: 'free' })
    expect(await look({ email: 'anne@menuiserie-loire.example' })).toEqual({ exists: false, state: 'free' })
  })

  test('another company is another registration, later in the order', async () => {
    const { marie, jean, add, of, accept } = world
    const early = await add(marie, 'Zzz réservation')
    const honest = await add(jean, 'Chantier Réel')
    await marie.call(leadRoutes.editLead, { params: { id: early }, body: { company: 'Chantier Réel' } })
    expect((await accept([early])).left).toHaveLength(1)
    expect(await accept([honest])).toMatchObject({ done: 1 })
    const lead = await add(marie, 'Toiture Nord')
    await accept([lead])
    await marie.call(leadRoutes.editLead, { params: { id: lead }, body: { company: 'Toiture Nord SARL' } })
    expect((await of(marie, lead)).state).toBe('accepted')
    await marie.call(leadRoutes.editLead, { params: { id: lead }, body: { company: 'Tout Autre' } })
    expect(await of(marie, lead)).toMatchObject({ state: 'submitted', protectedUntil: null })
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id: lead }, query: {} })
    expect(items[0]?.what).toBe('registration.resubmitted')
  })

  test('a protection is reminded of twice, extended once, and its end frees the company', async () => {
    const { app, marie, jean, programme, add, of, accept, move, letters, follow } = world
    await programme({ protectionMonths: 3, extensionMonths: 2 })
    const [ending, signed] = [await add(marie, 'Fin Proche'), await add(marie, 'Déjà Signé')]
    await accept([ending, signed])
    await move(marie, signed, 'nouveau', 'signe')
    const until = (await of(marie, ending)).protectedUntil ?? ''
    const passTo = async (days: number) => {
      const at = new Date(new Date(until).getTime() - days * day)
      await follow(at)
      await follow(at)
    }
    await passTo(31)
    await passTo(29)
    await passTo(6)
    const reminders = (await letters(ending)).filter(({ subject }) => subject.startsWith('Protection jusqu’au'))
    expect(reminders.map(({ paragraphs }) => /moins de (\d+) jours/.exec(paragraphs.join(' '))?.[1])).toEqual(['31', '8'])
    const ask = () =>
      marie.try(registrationRoutes.askForExtension, { params: { id: ending }, body: { reason: 'Devis en cours de validation' } })
    expect((await ask()).body.extension?.state).toBe('asked')
    expect((await ask()).body.code).toBe('registration_step_impossible')
    // What waits for an answer does not end meanwhile.
    await passTo(-1)
    expect((await of(marie, ending)).state).toBe('accepted')
    expect((await inboxOf(app.admin)).extensionsToAnswer).toBe(1)
    const answer = { grant: true, message: 'Bon travail' }
    const granted = await app.admin.call(registrationRoutes.answerExtension, { params: { id: ending }, body: answer })
    expect(granted).toMatchObject({ state: 'extended', extension: { state: 'granted', answer: 'Bon travail' } })
    expect(new Date(granted.protectedUntil ?? 0).getTime() - new Date(until).getTime()).toBeGreaterThan(58 * day)
    expect(granted.can.answerExtension).toBe(false)
    await follow(later(170))
    expect((await of(marie, ending)).state).toBe('expired')
    expect((await of(marie, signed)).state).toBe('converted')
    expect(await jean.call(leadRoutes.findDuplicate, { query: { company: 'Fin Proche' } })).toEqual({
      exists: false,
      state: 'free',
    })
    // History stays, the company goes to somebody else, and the lead that has ended is not signed beside theirs.
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id: ending }, query: {} })
    expect(items.map(({ what }) => what)).toEqual([
      'registration.expired',
      'registration.extension_granted',
      'registration.extension_asked',
      'registration.accepted',
      'lead.created',
    ])
    const lead = await add(jean, 'Fin Proche')
    expect(await accept([lead])).toMatchObject({ done: 1 })
    expect((await move(marie, ending, 'nouveau', 'signe')).body.code).toBe('company_held')
    await programme({ protectionMonths: 6, extensionMonths: 3 })
  })

  test('an expired lead that nobody else has taken is signed all the same', async () => {
    const { marie, add, of, accept, move, commissionsOf, follow } = world
    const id = await add(marie)
    await accept([id])
    await follow(later(200))
    expect((await of(marie, id)).state).toBe('expired')
    expect((await move(marie, id, 'nouveau', 'signe')).status).toBe(200)
    expect((await of(marie, id)).state).toBe('converted')
    expect(await commissionsOf(marie, id)).toHaveLength(1)
  })

  test('silence accepts where the programme says so, but no lead that has a rival', async () => {
    const { app, marie, jean, programme, add, of, letters, follow } = world
    await programme({ silentAcceptance: true })
    const alone = await add(marie)
    const rivals = [await add(marie, 'Rivaux'), await add(jean, 'Rivaux')]
    await follow(later(49 / 24))
    expect(await of(marie, alone)).toMatchObject({ state: 'accepted', decidedBy: null })
    expect((await of(app.admin, rivals[0] ?? '')).state).toBe('submitted')
    expect((await letters(alone)).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Lead accepté/)])
    await programme({})
  })
})
