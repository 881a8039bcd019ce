import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import type { CommissionWait } from '#money/commissions/domain.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsAddUp } from '#test/policies/business-tables.ts'
import { commissionsAddUp } from '#test/policies/commission-tables.ts'
import { openWithRegistrations, type RegistrationWorld } from '#test/registration-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import { registrationRoutes } from '../api/registrations.ts'

describe.each(databaseKinds())('conflicts and hand-over on %s', (databaseKind) => {
  let world: RegistrationWorld
  beforeAll(async () => {
    world = await openWithRegistrations(databaseKind)
  })
  afterAll(() => world.app.close())

  const decide = (winnerId: string, loserId: string, message: string, outcome: 'refuse' | 'merge' = 'refuse') =>
    world.app.admin.try(registrationRoutes.decideConflict, { body: { winnerId, loserId, outcome, message } })
  const handOver = (id: string, partnerId: string, message = 'Nouvelle répartition des secteurs') =>
    world.app.admin.try(registrationRoutes.handOverLead, { params: { id }, body: { partnerId, message } })

  test('a lead that waits has its commission in Signé, whose validation accepts it', async () => {
    const { app, marie, add, of, move, commissionsOf } = world
    const id = await add(marie)
    await move(marie, id, 'nouveau', 'signe')
    const [commission] = await commissionsOf(marie, id)
    expect(commission?.status).toBe('en_attente')
    expect((await of(app.admin, id)).can.refuse).toBe(false)
    const params = { id: commission?.id ?? '' }
    const accepts = async () => (await app.admin.call(commissionRoutes.validationEffect, { body: { ids: [params.id] } })).accepts
    expect(await accepts()).toEqual([(await of(app.admin, id)).number])
    expect((await of(app.admin, id)).state).toBe('submitted')
    await app.admin.call(commissionRoutes.validateCommission, { params })
    expect(await accepts()).toEqual([])
    expect((await of(marie, id)).state).toBe('converted')
  })

  test('who may not answer registrations reads which has to be answered first, and is not asked to validate', async () => {
    const { app, marie, add, of, move, commissionsOf } = world
    const finance = await app.newStaff('finance@acme.example', 'finance')
    const id = await add(marie, 'Attente')
    await move(marie, id, 'nouveau', 'signe')
    const [{ id: commissionId } = { id: '' }] = await commissionsOf(marie, id)
    const ids = [commissionId]
    const { number } = await of(app.admin, id)
    const { left } = await finance.call(commissionRoutes.validationEffect, { body: { ids } })
    expect(left).toEqual([{ id: commissionId, why: expect.stringMatching(new RegExp(`${number}.*Attente`)) }])
    const refused = await finance.try(commissionRoutes.validateCommissions, { body: { ids, amountCents: 0 } })
    expect([refused.body.code, refused.body.detail]).toEqual(['registration_undecided', left[0]?.why])
    const listed = async (client: typeof finance, waits: CommissionWait) =>
      (await client.call(commissionRoutes.listCommissions, { query: { waits, limit: 200 } })).items
        .filter((each) => each.id === commissionId)
        .map(({ can }) => can.validate)
    expect([await listed(finance, 'registration'), await listed(finance, 'validation')]).toEqual([[false], []])
    expect(await listed(app.admin, 'registration')).toEqual([true])
    const rows = async () =>
      (await finance.call(forYouRoutes.getTasks, {})).tasks.find(({ kind }) => kind === 'commissionsToValidate')
    const before = (await rows())?.count ?? 0
    await app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [id], message: '' } })
    expect([await listed(finance, 'validation'), (await rows())?.count]).toEqual([[true], before + 1])
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: commissionId } })
  })

  test('a commission is not validated while another lead of the company is first', async () => {
    const { app, marie, jean, add, refuse, move, commissionsOf } = world
    const [early, late] = [await add(jean, 'Double'), await add(marie, 'Double')]
    await move(marie, late, 'nouveau', 'signe')
    const [contested] = await commissionsOf(marie, late)
    const contestedId = contested?.id ?? ''
    const refused = await app.admin.try(commissionRoutes.validateCommission, { params: { id: contestedId } })
    expect(refused.body.code).toBe('registration_undecided')
    const { validates, left } = await app.admin.call(commissionRoutes.validationEffect, { body: { ids: [contestedId] } })
    expect([validates.count, left]).toEqual([0, [{ id: contestedId, why: refused.body.detail }]])
    expect((await move(jean, early, 'nouveau', 'signe')).body.code).toBe('company_held')
    expect((await refuse([late])).left[0]?.why).toMatch(/is signed/)
    await move(marie, late, 'signe', 'nouveau')
    expect((await refuse([late])).done).toBe(1)
  })

  test('a decided conflict tells both partners the reason, and neither of them about the other', async () => {
    const { app, marie, jean, add, of, accept, letters } = world
    const [early, late] = [await add(marie, 'Conflit'), await add(jean, 'Conflit SAS')]
    await jean.call(leadRoutes.commentOnLead, { params: { id: late }, body: { body: 'Vu le dirigeant hier' } })
    const { claims } = await app.admin.call(registrationRoutes.getConflict, { params: { id: late } })
    expect(claims.map(({ lead, isFirst, comments }) => [lead.id, isFirst, comments])).toEqual([
      [early, true, 0],
      [late, false, 1],
    ])
    expect(claims[0]?.matches).toEqual(['company'])
    expect(claims[1]?.matches).toEqual(['mark'])
    expect(claims[0]?.history.map(({ what }) => what)).toEqual(['lead.created'])
    await accept([early])
    // The other one only by a decision, with a reason that names nobody.
    expect((await accept([late], 'Motif écrit')).left[0]?.why).toMatch(/another partner|Another partner/i)
    const jeanName = claims[1]?.lead.partner.name ?? ''
    for (const text of [`${jeanName} a vu le client`, `Vu par ${jeanName.split(' ').at(-1)}`, 'Oui']) {
      expect((await decide(late, early, text)).body.code).toBe('invalid_input')
    }
    const reason = 'Le client a confirmé par écrit qui l’a mis en relation.'
    expect((await decide(late, early, reason)).status).toBe(200)
    expect([(await of(marie, early)).state, (await of(jean, late)).state]).toEqual(['refused', 'accepted'])
    const mails = [(await letters(early)).at(-1), (await letters(late)).at(-1)]
    expect(mails.map((letter) => letter?.subject)).toEqual(['Lead refusé : Conflit', 'Lead accepté : Conflit SAS'])
    for (const [n, letter] of mails.entries()) {
      const text = JSON.stringify([letter, await of(n === 0 ? marie : jean, n === 0 ? early : late)])
      expect(text).toContain(reason)
      const other = claims[n === 0 ? 1 : 0]
      for (const secret of [
        other?.lead.id,
        other?.lead.partner.name,
        other?.lead.email,
        other?.lead.registration.number,
        'dirigeant',
      ])
        expect(text).not.toContain(secret)
    }
    const { possibleDuplicate } = await app.admin.call(leadRoutes.getLead, { params: { id: late } })
    expect(possibleDuplicate).toBeNull()
    const mine = JSON.stringify(await marie.call(leadRoutes.leadTimeline, { params: { id: early }, query: {} }))
    expect(mine).toContain(reason)
    expect(mine).not.toContain(late)
  })

  test('the decision that the rule prescribes needs no reason, any other one does', async () => {
    const { app, marie, jean, add, of } = world
    const [early, late] = [await add(marie, 'Sans Motif'), await add(jean, 'Sans Motif')]
    for (const text of ['', '   ', 'Non'])
      expect((await decide(late, early, text)).body).toMatchObject({ code: 'invalid_input', fields: [{ path: 'message' }] })
    // Nor is it written past the command: the database knows the rule.
    const writeMessage = (message: string) =>
      app.portal.database.asActor({ kind: 'admin', userId: app.admin.userId, rights }, (tx) =>
        tx
          .updateTable('lead_registrations')
          .set({ state: 'refused', decided_at: app.now, decided_by: app.admin.userId, reason: 'deja_apporte', message })
          .set({ decided_for: late })
          .where('lead_id', '=', early)
          .execute(),
      )
    for (const text of ['', 'Non'])
      await expect(writeMessage(text)).rejects.toMatchObject({ constraint: 'lead_registrations_reasoned' })
    expect((await decide(early, late, '')).status).toBe(200)
    expect([(await of(marie, early)).state, (await of(app.admin, late)).state]).toEqual(['accepted', 'refused'])
    const { rows } = await app.portal.database.asOwner((run) =>
      run('select decided_for from lead_registrations where lead_id = $1', [late]),
    )
    expect(rows).toEqual([{ decided_for: early }])
  })

  test('a refused or merged lead has no mark of a duplicate any more, also in the inbox’s count', async () => {
    const { app, marie, jean, add, refuse } = world
    const waiting = async () => (await inboxOf(app.admin)).possibleDuplicates
    const markOf = async (id: string) => (await app.admin.call(leadRoutes.getLead, { params: { id } })).possibleDuplicate
    const before = await waiting()
    const first = await add(marie, 'Marque')
    const [merged, refused] = [await add(jean, 'Marque'), await add(jean, 'Marque')]
    expect([(await markOf(merged))?.id, (await markOf(refused))?.id, await waiting()]).toEqual([first, first, before + 2])
    await app.admin.call(registrationRoutes.mergeRegistration, { params: { id: merged }, body: { into: first, message: '' } })
    expect([await markOf(merged), await waiting()]).toEqual([null, before + 1])
    expect((await refuse([refused])).done).toBe(1)
    expect([await markOf(refused), await waiting()]).toEqual([null, before])
  })

  test('merging leaves one; its partner reads that, not into which', async () => {
    const { app, marie, jean, add, of, move, letters } = world
    const [early, late] = [await add(marie, 'Fusion'), await add(jean, 'Fusion')]
    const merge = (id: string, into: string, message = '') =>
      app.admin.try(registrationRoutes.mergeRegistration, { params: { id }, body: { into, message } })
    expect((await of(app.admin, await add(jean))).can.merge).toBe(false)
    expect([(await of(app.admin, late)).can.merge, (await of(jean, late)).can.merge]).toEqual([true, false])
    expect((await merge(late, late)).body.code).toBe('invalid_input')
    const { partner } = await app.admin.call(leadRoutes.getLead, { params: { id: early } })
    expect((await merge(late, early, `${partner.name} suit ce client`)).body.code).toBe('invalid_input')
    expect((await merge(late, early)).body).toMatchObject({ state: 'merged', mergedInto: { id: early } })
    expect(await of(jean, late)).toMatchObject({ state: 'merged', mergedInto: null })
    expect((await merge(late, early)).body.code).toBe('registration_answered')
    expect((await move(jean, late, 'nouveau', 'signe')).body.code).toBe('registration_refused')
    expect(JSON.stringify(await letters(late))).not.toContain(early)
  })

  test('a lead is handed over with its history and thread; what is pending is made anew, what counts stays', async () => {
    const { app, jean, add, accept, move, commissionsOf, letters } = world
    const lea = await app.newPartner('lea@exemple.fr', 'Léa Dupont')
    const addUp = () =>
      app.portal.database.asOwner(async (run) => [
        ...Object.values((await run(leadsAddUp)).rows[0] ?? {}),
        ...Object.values((await run(commissionsAddUp)).rows[0] ?? {}),
      ])
    const [pending, settled] = [await add(lea, 'Cédé En Cours'), await add(lea, 'Cédé Validé')]
    await accept([pending, settled])
    await lea.call(leadRoutes.commentOnLead, { params: { id: pending }, body: { body: 'Rappeler lundi' } })
    for (const id of [pending, settled]) await move(lea, id, 'nouveau', 'signe')
    const [before] = await commissionsOf(lea, pending)
    const [valid] = await commissionsOf(lea, settled)
    await app.admin.call(commissionRoutes.validateCommission, { params: { id: valid?.id ?? '' } })
    // Jean reaches a higher tier.
    await app.admin.call(commissionRoutes.addCommission, {
      body: { partnerId: jean.userId, description: 'Ancien portail', revenueCents: 4_000_000 },
    })
    const { items: added } = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: jean.userId } })
    for (const { id, status } of added)
      if (status === 'en_attente') await app.admin.call(commissionRoutes.validateCommission, { params: { id } })
    const lead = await lea.call(leadRoutes.getLead, { params: { id: pending } })
    expect((await handOver(pending, lea.userId)).body.code).toBe('invalid_input')
    expect((await handOver(pending, jean.userId)).status).toBe(200)
    expect((await handOver(settled, jean.userId)).status).toBe(200)
    expect((await lea.try(leadRoutes.getLead, { params: { id: pending } })).status).toBe(404)
    const now = await jean.call(leadRoutes.getLead, { params: { id: pending } })
    expect([now.createdAt, now.registration]).toEqual([lead.createdAt, lead.registration])
    const [after, ...others] = await commissionsOf(jean, pending)
    expect(others).toEqual([])
    expect([before?.commissionRate, after?.commissionRate, after?.revenueCents]).toEqual([15, 25, before?.revenueCents])
    expect(after?.status).toBe('en_attente')
    expect(await commissionsOf(jean, settled)).toEqual([])
    const commission = (await lea.call(commissionRoutes.listCommissions, { query: { limit: 200 } })).items
    expect(commission.find(({ id }) => id === valid?.id)).toMatchObject({ status: 'valide', description: 'Cédé Validé' })
    expect(commission.some(({ id }) => id === before?.id)).toBe(false)
    expect(await addUp()).toEqual([true, true])
    // The new partner reads what happened before, without the name of the former one.
    const { items } = await jean.call(leadRoutes.leadTimeline, { params: { id: pending }, query: {} })
    expect(items.map(({ what }) => what)).toEqual(expect.arrayContaining(['lead.handed_over', 'lead.moved', 'lead.created']))
    expect(items.at(-1)?.who).toEqual({ name: 'Partenaire précédent', deleted: false, staff: false })
    const thread = await jean.call(leadRoutes.leadComments, { params: { id: pending }, query: {} })
    expect(thread.items.map(({ body, author, mine }) => [body, author.name, mine])).toEqual([
      ['Rappeler lundi', 'Partenaire précédent', false],
    ])
    expect((await letters(pending)).slice(-2).map(({ to, subject }) => [to.userId, subject])).toEqual([
      [jean.userId, 'Un lead vous est confié : Cédé En Cours'],
      [lea.userId, 'Lead confié à un autre partenaire : Cédé En Cours'],
    ])
    const event = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['before', 'after', 'partner_id'])
        .where('subject_id', '=', pending)
        .where('name', '=', 'lead.handed_over')
        .executeTakeFirst(),
    )
    expect(event).toMatchObject({
      before: { partnerId: lea.userId },
      after: { partnerId: jean.userId },
      partner_id: jean.userId,
    })
    // The new one may take it out of Signé: its own pending commission goes, nobody else's.
    expect((await move(jean, pending, 'signe', 'nouveau')).status).toBe(200)
    expect((await move(jean, settled, 'signe', 'nouveau')).body.code).toBe('lead_has_settled_commission')
    expect(await addUp()).toEqual([true, true])
  })
})
