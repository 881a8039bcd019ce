import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { handleEvent } from '#portal/server/event-handlers.ts'
import { databaseKinds } from '#test/databases.ts'
import { defaultStages } from '#test/default-stages.ts'
import { leadsOf } from '#test/imports.ts'
import { inOrder } from '#test/in-order.ts'
import { plainLead } from '#test/lead-samples.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges, stageChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type EditedStage, stageRoutes } from '../api/stages.ts'
import type { StageDraft } from '../domain/stage-draft.ts'

const quote: StageDraft = {
  name: 'Devis',
  names: { en: 'Quote' },
  colour: 'teal',
  countsAsCall: true,
  asks: null,
  staleAfterDays: null,
  partnerEnters: true,
  partnerLeaves: true,
  staffEnters: true,
  staffLeaves: true,
}
describe.each(databaseKinds('full'))('stages on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
  })
  afterAll(() => app.close())

  const read = (client: Client) => client.call(leadSettingsRoutes.leadSettings, {})
  const list = async () => (await app.admin.call(stageRoutes.listStages, {})).stages
  const board = async () => (await list()).filter(({ archivedAt }) => archivedAt === null).map(({ key }) => key)
  const stage = async (key: string): Promise<EditedStage> => {
    const found = (await list()).find((each) => each.key === key)
    if (!found) throw new Error(`there is no stage ${key}`)
    return found
  }
  const stages = stageChanges(() => app.admin)
  const { change, merge, remove, errorOf } = stages
  const add = (key: string, draft: Partial<StageDraft> = {}) => stages.add({ ...quote, key, ...draft })
  const newLead = (more: object = {}, client = marie) => {
    const number = Math.random().toString(36).slice(2)
    const body = { ...plainLead, company: `Société ${number}`, email: `${number}@client.example`, ...more }
    return client.call(leadRoutes.addLead, { body })
  }
  const move = (id: string, from: string, to: string, client = marie, more: object = {}) =>
    client.try(leadRoutes.moveLead, { params: { id }, body: { from, to, ...more } })
  /** What follows the newest merge after its commit. */
  const handleMerge = async () => {
    const { id } = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('events').select('id').where('name', '=', 'stage.merged').orderBy('seq', 'desc').executeTakeFirstOrThrow(),
    )
    await handleEvent(app.portal, id)
  }
  const statusOf = async (id: string) => (await marie.call(leadRoutes.getLead, { params: { id } })).status

  test('every state of a lead has its label', async () => {
    for (const client of [marie, app.admin]) {
      const { stages } = await read(client)
      expect(stages.map(({ key, name, colour }) => [key, name, colour])).toEqual(
        defaultStages.map(({ key, name, colour }) => [key, name, colour]),
      )
    }
    expect((await read(marie)).stages.map(({ kind }) => kind)).toEqual(['open', 'open', 'open', 'won', 'lost'])
    await marie.call(accountRoutes.chooseLanguage, { body: { language: 'en' } })
    expect((await read(marie)).stages.map(({ name }) => name)).toEqual(['New', 'In progress', 'Call', 'Signed', 'Lost'])
    await marie.call(accountRoutes.chooseLanguage, { body: { language: null } })
  })

  test('a stage is added before the won one, and partners move leads through it at once', async () => {
    const { id } = await newLead()
    expect((await add('devis')).status).toBe(200)
    expect(await board()).toEqual(['nouveau', 'premier_contact', 'call_effectue', 'devis', 'signe', 'refuse'])
    expect((await move(id, 'nouveau', 'devis')).status).toBe(200)
    const { byStatus, pages } = await marie.call(leadRoutes.leadBoard, { query: { columns: 'all' } })
    expect(byStatus.map(({ status }) => status)).toEqual(await board())
    expect(pages.find(({ status }) => status === 'devis')?.items.map((lead) => lead.id)).toEqual([id])
    const ofOpen = await marie.call(leadRoutes.leadBoard, { query: { columns: 'open' } })
    expect(ofOpen.pages.map(({ status }) => status)).toEqual(['nouveau', 'premier_contact', 'call_effectue', 'devis'])
    expect((await move(id, 'devis', 'signe')).body).toMatchObject({ status: 'signe', commission: { status: 'en_attente' } })
    expect((await move(id, 'signe', 'devis')).body).toMatchObject({ status: 'devis', commission: null })
  })

  test('who may not move leads in or out is refused, by the database too', async () => {
    const { id } = await newLead()
    await change('devis', { partnerEnters: false })
    const refused = await move(id, 'nouveau', 'devis')
    expect([refused.status, refused.body.code]).toEqual([409, 'stage_closed'])
    expect(await statusOf(id)).toBe('nouveau')
    expect((await read(marie)).stages.find(({ key }) => key === 'devis')?.mayEnter).toBe(false)
    expect((await move(id, 'nouveau', 'devis', app.admin)).status).toBe(200)
    await change('devis', { partnerEnters: true, partnerLeaves: false })
    expect((await move(id, 'devis', 'nouveau')).body.code).toBe('stage_closed')
    expect((await change('devis', { partnerLeaves: false, staffLeaves: false })).status).toBe(422)
    await change('devis', { partnerLeaves: true })
  })

  test('a stage asks for a reason, which the history tells, or for an amount', async () => {
    const { id } = await newLead({ estimatedAmountCents: 0 })
    await change('devis', { asks: 'reason' })
    const without = await move(id, 'nouveau', 'devis')
    expect([without.status, without.body.fields?.[0]?.path]).toEqual([422, 'reason'])
    expect((await move(id, 'nouveau', 'devis', marie, { reason: 'Le client veut un prix.' })).status).toBe(200)
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items.find(({ what }) => what === 'lead.moved')?.note).toBe('Le client veut un prix.')
    await move(id, 'devis', 'nouveau')
    await change('devis', { asks: 'amount' })
    const free = await move(id, 'nouveau', 'devis')
    expect([free.status, free.body.fields?.[0]?.path]).toEqual([422, 'estimatedAmountCents'])
    await marie.call(leadRoutes.editLead, { params: { id }, body: { estimatedAmountCents: 100_000 } })
    expect((await move(id, 'nouveau', 'devis')).status).toBe(200)
    await change('devis', { asks: null })
  })

  test('the amount that a stage asks for moves with the lead, in one event that the history tells', async () => {
    const { id } = await newLead({ estimatedAmountCents: 0 })
    await change('devis', { asks: 'amount' })
    const errorOf = async (to: string, estimatedAmountCents: unknown) => {
      const { status, body } = await move(id, 'nouveau', to, marie, { estimatedAmountCents })
      return [status, body.fields?.[0]?.path]
    }
    for (const amount of [0, -1, 'mille']) expect(await errorOf('devis', amount)).toEqual([422, 'estimatedAmountCents'])
    // A signature is of the amount that both sides have read.
    expect(await errorOf('signe', 100_000)).toEqual([422, 'estimatedAmountCents'])
    const moved = await move(id, 'nouveau', 'devis', marie, { estimatedAmountCents: 150_000 })
    expect(moved.body).toMatchObject({ status: 'devis', estimatedAmountCents: 150_000 })
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items.map(({ what }) => what)).toEqual(['lead.moved', 'lead.created'])
    expect(items[0]?.changes).toEqual([
      { field: 'status', before: 'nouveau', after: 'devis' },
      { field: 'estimatedAmountCents', before: 0, after: 150_000 },
    ])
    await change('devis', { asks: null })
  })

  test('a lead that stands in its stage for longer than that allows is stale, until it moves', async () => {
    const day = 86_400_000
    const anne = await app.newPartner('anne@exemple.fr', 'Anne Petit')
    const staleOnes = async (client = anne) => {
      const query = { stale: 'yes', columns: 'all' } as const
      const { byStatus, pages } = await client.call(leadRoutes.leadBoard, { query })
      const ids = pages.flatMap(({ items }) => items.map((lead) => lead.id))
      expect(byStatus.reduce((sum, { count }) => sum + count, 0)).toBe(ids.length)
      const listed = await client.call(leadRoutes.listLeads, { query: { stale: 'yes' } })
      expect(listed.items.map((lead) => lead.id).toSorted()).toEqual(ids.toSorted())
      const file = (await client.send('GET', '/api/leads.csv?stale=yes')).body.trim().split('\r\n')
      expect(file).toHaveLength(ids.length + 1)
      return ids
    }
    const { id } = await newLead({}, anne)
    await change('nouveau', { staleAfterDays: 2 })
    app.pass(2 * day - 60_000)
    expect(await staleOnes()).toEqual([])
    const since = app.now
    expect((await move(id, 'nouveau', 'devis', anne)).body.staleSince).toBeUndefined()
    app.pass(3 * day)
    // Where a stage sets no limit, nothing is stale.
    expect(await staleOnes()).toEqual([])
    await change('devis', { staleAfterDays: 3 })
    expect(await staleOnes()).toEqual([])
    app.pass(60_000)
    expect(await staleOnes()).toEqual([id])
    expect(await staleOnes(app.admin)).toContain(id)
    expect((await anne.call(leadRoutes.getLead, { params: { id } })).staleSince).toBe(since.toISOString())
    await anne.call(leadRoutes.editLead, { params: { id }, body: { notes: 'Rappeler' } })
    expect(await staleOnes()).toEqual([id])
    expect((await read(anne)).stages.find(({ key }) => key === 'devis')?.staleAfterDays).toBe(3)
    expect((await move(id, 'devis', 'nouveau', anne)).status).toBe(200)
    expect(await staleOnes()).toEqual([])
    for (const key of ['nouveau', 'devis']) await change(key, { staleAfterDays: null })
  })

  test('of two who change a stage the later one is refused, and nothing is changed by it', async () => {
    const before = await stages.read()
    const late = (key: string, draft: Partial<StageDraft>) => {
      const wanted = before.map((each) => (each.key === key ? { ...each, ...draft } : each))
      return app.admin.try(stageRoutes.saveStages, { body: { stages: wanted, expected: before } })
    }
    expect((await change('devis', { colour: 'pink' })).status).toBe(200)
    const refused = await late('devis', { name: 'Offre' })
    expect([refused.status, refused.body.code]).toEqual([409, 'stages_changed_meanwhile'])
    expect(refused.body.detail).toContain('Devis')
    expect(await stage('devis')).toMatchObject({ name: 'Devis', colour: 'pink' })
    // Who has changed another one succeeds, and both changes stay; what breaks only together is refused.
    expect((await late('nouveau', { colour: 'olive' })).status).toBe(200)
    expect(await stage('devis')).toMatchObject({ name: 'Devis', colour: 'pink' })
    await change('call_effectue', { name: 'Visite' })
    expect(await errorOf(late('premier_contact', { name: 'visite' }))).toEqual([
      422,
      'name',
      'Another stage of the board has this name.',
    ])
    await change('call_effectue', { name: 'Appel' })
    await change('nouveau', { colour: 'blue' })
  })

  test('bad input is refused at its field, in a sentence', async () => {
    expect(await errorOf(add('devis'))).toEqual([422, 'key', 'This key is taken already.'])
    expect(await errorOf(add('Devis 2'))).toEqual([422, 'key', expect.stringContaining('small letters')])
    expect(await errorOf(add('visite', { name: 'appel' }))).toEqual([422, 'name', 'Another stage of the board has this name.'])
    expect(await errorOf(add('visite', { name: '' }))).toEqual([422, 'name', 'Type the name of the stage.'])
    expect(await errorOf(change('devis', { staleAfterDays: 366 }))).toEqual([
      422,
      'staleAfterDays',
      'Type a whole number of days from 1 to 365, or nothing.',
    ])
    expect((await errorOf(change('signe', { staleAfterDays: 3 })))[1]).toBe('staleAfterDays')
    expect(await errorOf(change('signe', { asks: 'reason' }))).toEqual([422, 'asks', 'Only an open stage can have this.'])
    expect(await errorOf(stages.save((all) => all.toReversed()))).toEqual([
      422,
      'stages',
      'Open stages come first, then the won one, then the lost ones.',
    ])
  })

  test('the order changes the board, and where new leads begin', async () => {
    const [first, second] = await board()
    const swap = () => stages.save(([one, other, ...rest]) => (one && other ? [other, one, ...rest] : rest))
    expect((await swap()).status).toBe(200)
    expect((await newLead()).status).toBe(second)
    await swap()
    expect((await newLead()).status).toBe(first)
  })

  test('an unused stage is deleted when it is no longer in the list; a used one is refused by name', async () => {
    await add('visite', { name: 'Visite' })
    expect(await stage('visite')).toMatchObject({ isUsed: false })
    const params = { ...plainField, key: 'seen_on', name: 'Vu le', required: true, requiredFrom: 'visite' }
    const fields = fieldChanges(() => app.admin)
    await fields.add(params)
    expect((await remove('visite')).body.code).toBe('stage_in_use')
    await fields.change('seen_on', { required: false, requiredFrom: null })
    expect((await remove('visite')).status).toBe(200)
    expect((await list()).map(({ key }) => key)).not.toContain('visite')
    expect(await stage('devis')).toMatchObject({ isUsed: true })
    const refused = await remove('devis')
    expect([refused.status, refused.body.code]).toEqual([409, 'stage_in_use'])
    expect(refused.body.detail).toContain('Devis')
    for (const key of ['signe', 'refuse']) expect((await remove(key)).body.code).toBe('stage_in_use')
    await fields.remove('seen_on')
  })

  test('a stage that leaves the board goes into another one of it, and nothing else is merged', async () => {
    const goes = (key: string, mergedInto: string | null, archivedAt: string | null = app.now.toISOString()) =>
      errorOf(change(key, { archivedAt, mergedInto }))
    for (const into of [null, 'ghost']) expect((await goes('call_effectue', into)).slice(0, 2)).toEqual([422, 'mergedInto'])
    expect((await merge('call_effectue', 'call_effectue')).body.code).toBe('stage_stays')
    expect((await goes('call_effectue', 'nouveau', null)).slice(0, 2)).toEqual([422, 'mergedInto'])
  })

  test('two who save at once both succeed, whatever list it is, and what each has changed stays', async () => {
    for (const round of [1, 2, 3]) {
      const read = await stages.read()
      const won = read.findIndex(({ key }) => key === 'signe')
      const send = (wanted: typeof read) => app.admin.try(stageRoutes.saveStages, { body: { stages: wanted, expected: read } })
      const added = (name: string) =>
        read.toSpliced(won, 0, {
          ...quote,
          key: `${name}_${round}`,
          name: `${name} ${round}`,
          archivedAt: null,
          mergedInto: null,
        })
      const [first, second, ...rest] = read
      if (!first || !second) throw new Error('a board has stages')
      const answers = await Promise.all([send(added('un')), send(added('deux')), send([second, first, ...rest])])
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const now = await board()
      expect([now.slice(0, 2), now.includes(`un_${round}`), now.includes(`deux_${round}`)]).toEqual([
        [second.key, first.key],
        true,
        true,
      ])
      for (const key of [`un_${round}`, `deux_${round}`]) expect((await remove(key)).status).toBe(200)
      await stages.save(([one, other, ...more]) => (one && other ? [other, one, ...more] : more))
      // The later of two orders is refused.
      const orders = await Promise.all([send([second, first, ...rest]), send([...read.slice(1, won), first, ...read.slice(won)])])
      expect(orders.map(({ status }) => status).sort()).toEqual([200, 409])
      const after = await stages.read()
      await app.admin.try(stageRoutes.saveStages, { body: { stages: read, expected: after } })
    }
  })

  test('what would follow a merge is told before, and nothing of it stays', async () => {
    const { id } = await newLead({ estimatedAmountCents: 250_000 })
    await move(id, 'nouveau', 'devis')
    const { leads } = await stage('devis')
    const fields = fieldChanges(() => app.admin)
    await fields.add({ ...plainField, key: 'quoted_on', name: 'Devis du', required: true, requiredFrom: 'devis' })
    const before = await list()
    const wanted = (await stages.read()).map((each) =>
      each.key === 'devis' ? { ...each, archivedAt: app.now.toISOString(), mergedInto: 'nouveau' } : each,
    )
    const body = { stages: wanted, expected: await stages.read(), dryRun: true }
    const { merged } = await app.admin.call(stageRoutes.saveStages, { body })
    expect(merged).toMatchObject([{ key: 'devis', into: 'nouveau', leads, fields: ['quoted_on'] }])
    expect(merged[0]?.amountCents).toBeGreaterThanOrEqual(250_000)
    expect(await list()).toEqual(before)
    await fields.remove('quoted_on')
    await move(id, 'devis', 'nouveau')
  })

  test('a merged stage is archived, and its leads follow into the other one with their history', async () => {
    const leads = [await newLead(), await newLead()]
    for (const { id } of leads) await move(id, 'nouveau', 'devis')
    const late = await merge('devis', 'call_effectue', 0)
    expect([late.status, late.body.code]).toEqual([409, 'stages_changed_meanwhile'])
    for (const [from, into] of [
      ['devis', 'signe'],
      ['signe', 'devis'],
      ['refuse', 'nouveau'],
    ] as const) {
      expect((await merge(from, into)).body.code).toBe('stage_stays')
    }
    expect((await merge('devis', 'call_effectue')).status).toBe(200)
    expect(await board()).not.toContain('devis')
    const arrived = app.now
    app.pass(86_400_000)
    await handleMerge()
    await change('call_effectue', { staleAfterDays: 1 })
    app.pass(60_000)
    for (const { id } of leads) {
      // It has not moved: its stage did.
      const merged = await marie.call(leadRoutes.getLead, { params: { id } })
      expect(merged).toMatchObject({ status: 'call_effectue', staleSince: arrived.toISOString() })
      const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
      expect(items[0]).toMatchObject({ what: 'lead.moved', changes: [{ before: 'devis', after: 'call_effectue' }] })
    }
    expect((await read(marie)).stages.find(({ key }) => key === 'devis')).toMatchObject({ name: 'Devis', isOnBoard: false })
    const { id } = await newLead()
    expect((await move(id, 'nouveau', 'devis')).status).toBe(422)
    expect((await errorOf(add('devis')))[1]).toBe('key')
    const mails = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom('mails').select('kind').where('kind', '=', 'lead_moved').execute(),
    )
    expect(mails).toEqual([])
  })

  test('while leads of a merged stage are on their way, neither it nor where they go is changed', async () => {
    await add('detour', { name: 'Détour' })
    expect((await merge('detour', 'premier_contact')).status).toBe(200)
    const onTheWay = (count: number) =>
      app.portal.database.asOwner((run) =>
        run(`insert into lead_totals (status, shard, count) values ('detour', 0, ${count})
          on conflict (status, shard) do update set count = excluded.count`),
      )
    await onTheWay(1)
    const back = () =>
      stages.save((all) => {
        const [detour] = all.filter(({ key }) => key === 'detour')
        const others = all.filter(({ key }) => key !== 'detour')
        return detour ? [{ ...detour, archivedAt: null, mergedInto: null }, ...others] : others
      })
    for (const refused of [await back(), await merge('premier_contact', 'nouveau')])
      expect([refused.status, refused.body.code]).toEqual([409, 'stages_changed_meanwhile'])
    await onTheWay(0)
    expect((await back()).status).toBe(200)
    expect((await merge('detour', 'premier_contact')).status).toBe(200)
  })

  test('a board has two to eight open stages', async () => {
    for (const number of [1, 2, 3, 4, 5]) expect((await add(`etape_${number}`, { name: `Étape ${number}` })).status).toBe(200)
    expect((await errorOf(add('etape_6', { name: 'Étape 6' })))[1]).toBe('key')
    for (const number of [1, 2, 3, 4, 5]) await merge(`etape_${number}`, 'nouveau')
    await merge('call_effectue', 'premier_contact')
    expect((await merge('premier_contact', 'nouveau')).body.code).toBe('stage_stays')
  })

  test('the second lost stage can be added and merged into the first one again', async () => {
    expect((await add('perdu', { name: 'Sans suite', countsAsCall: false })).status).toBe(200)
    expect(await board()).toEqual(['nouveau', 'premier_contact', 'signe', 'refuse', 'perdu'])
    const { id } = await newLead()
    const lost = await move(id, 'nouveau', 'perdu', app.admin, { loss: { reason: 'budget' } })
    expect(lost.body).toMatchObject({ status: 'perdu', loss: { reason: 'budget' } })
    expect((await merge('perdu', 'refuse')).status).toBe(200)
    await handleMerge()
    expect(await marie.call(leadRoutes.getLead, { params: { id } })).toMatchObject({
      status: 'refuse',
      loss: { reason: 'budget' },
    })
  })

  test('a file names stages by key or by name in any language', async () => {
    await change('premier_contact', { name: 'Qualification', names: { en: 'Qualified' } })
    const row = (status: string, number: number) => ({
      name: 'Anne Petit',
      company: `Fichier ${number}`,
      email: `f${number}@client.example`,
      phone: '',
      website: '',
      amount: '1000',
      offer: 'star',
      notes: '',
      partner: '',
      status,
    })
    const names = ['Qualification', 'qualified', 'premier_contact', 'En cours', '', 'Devis']
    const rows = await leadsOf(app, marie).check(names.map(row))
    expect(rows.map(({ read: known, messages }) => known?.status ?? messages[0]?.path)).toEqual([
      'premier_contact',
      'premier_contact',
      'premier_contact',
      'premier_contact',
      'nouveau',
      'status',
    ])
  })
})
