import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { leadFields } from '#leads/leads/domain/lead-fields.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { fieldRoutes } from '../api/fields.ts'

const option = (key: string, name: string) => ({ key, name, names: {} })

describe.each(databaseKinds('full'))('the list of fields on %s', inOrder, (databaseKind) => {
  let app: TestApp
  let marie: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
  })
  afterAll(() => app.close())

  const list = async () => (await app.admin.call(fieldRoutes.listFields, {})).fields
  const seenBy = async (client: Client) => (await client.call(leadSettingsRoutes.leadSettings, {})).fields
  const keysSeenBy = async (client: Client) => (await seenBy(client)).filter(({ isBuiltIn }) => !isBuiltIn).map(({ key }) => key)
  const fields = fieldChanges(() => app.admin)
  const { change, archive, bringBack, remove, errorOf } = fields
  const add = (key: string, more: Partial<typeof plainField> = {}) => fields.add({ ...plainField, key, name: key, ...more })

  test('a portal begins with the fields that every lead has, those of the specification first', async () => {
    for (const client of [marie, app.admin]) {
      expect((await seenBy(client)).map(({ key, kind, isOpen, name }) => [key, kind, isOpen, name])).toEqual(
        Object.entries(leadFields).map(([key, { kind }]) => [key, kind, true, '']),
      )
    }
    const first = (await list()).slice(0, 8)
    expect(first.filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'name',
      'company',
      'email',
      'estimatedAmountCents',
      'offerType',
    ])
  })

  test('a field of each kind is added and told to both sides in their language', async () => {
    const options = [{ ...option('idf', 'Île-de-France'), names: { en: 'Paris area' } }, option('paca', 'Provence')]
    expect((await add('region', { kind: 'choice', name: 'Région', names: { en: 'Region' }, options })).status).toBe(200)
    for (const kind of ['long_text', 'number', 'amount', 'date', 'yes_no', 'email', 'phone', 'link', 'siren', 'siret'] as const)
      expect((await add(`a_${kind}`, { kind })).status).toBe(200)
    expect((await add('tags', { kind: 'choices', options })).status).toBe(200)
    expect((await seenBy(marie)).find(({ key }) => key === 'region')).toMatchObject({
      name: 'Région',
      options: [
        { key: 'idf', name: 'Île-de-France' },
        { key: 'paca', name: 'Provence' },
      ],
      mayEdit: true,
      isHiddenFromPartners: false,
    })
  })

  test('partners learn nothing of a field that they do not see, nor of its changes', async () => {
    await add('margin', { kind: 'amount', partner: 'none' })
    expect(await keysSeenBy(marie)).not.toContain('margin')
    expect((await seenBy(app.admin)).find(({ key }) => key === 'margin')).toMatchObject({ isHiddenFromPartners: true })
    await change('margin', { help: 'Entre nous' })
    const events = await app.portal.database.asActor(system, (tx) =>
      tx
        .selectFrom('events')
        .select(['name', 'audience', 'after'])
        .where('name', 'in', ['field.added', 'field.changed'])
        .orderBy('seq')
        .execute(),
    )
    expect(
      events.filter(({ after }) => JSON.stringify(after).includes('margin')).map(({ name, audience }) => [name, audience]),
    ).toEqual([
      ['field.added', 'staff'],
      ['field.changed', 'staff'],
    ])
    expect((await marie.try(fieldRoutes.listFields, {})).status).toBe(403)
  })

  test('bad input is refused at its field, in a sentence', async () => {
    expect(await errorOf(add('region'))).toEqual([422, 'key', 'This key is taken already.'])
    expect(await errorOf(add('phone'))).toEqual([422, 'key', 'This key is taken already.'])
    expect(await errorOf(add('Deux mots'))).toEqual([422, 'key', expect.stringContaining('small letters')])
    expect(await errorOf(add('nameless', { name: ' ' }))).toEqual([422, 'name', 'Type the label of the field.'])
    expect(await errorOf(add('region_2', { name: 'RÉGION' }))).toEqual([422, 'name', 'Another field has this label.'])
    expect(await errorOf(add('empty', { kind: 'choice' }))).toEqual([422, 'options', 'Give one choice at least.'])
    const twice = { kind: 'choice' as const, options: [option('a', 'A'), option('a', 'B')] }
    expect(await errorOf(add('twice', twice))).toEqual([422, 'options.1.key', 'Another choice has this key.'])
    expect((await errorOf(add('stray', { options: [option('a', 'A')] })))[1]).toBe('options')
    expect((await errorOf(add('sealed', { partner: 'reads', staffEdits: false })))[1]).toBe('staffEdits')
    expect((await errorOf(add('found', { kind: 'number', searchable: true })))[1]).toBe('searchable')
    expect((await errorOf(add('late', { required: true, requiredFrom: 'devis' })))[1]).toBe('requiredFrom')
    expect((await errorOf(add('never', { requiredFrom: 'signe' })))[1]).toBe('requiredFrom')
    expect(await errorOf(change('a_date', { kind: 'offer' }))).toEqual([422, 'kind', expect.stringContaining('built-in field')])
  })

  test('a card shows two fields at most', async () => {
    await change('region', { onCard: true })
    await change('tags', { onCard: true })
    expect(await errorOf(change('a_date', { onCard: true }))).toEqual([422, 'onCard', expect.stringContaining('2 fields')])
    await change('tags', { onCard: false })
  })

  test('a built-in field becomes optional or hidden; the name and one way to reach the client stay', async () => {
    expect((await change('company', { name: 'Société', names: { en: 'Firm' } })).status).toBe(200)
    expect((await seenBy(marie)).find(({ key }) => key === 'company')).toMatchObject({ name: 'Société', required: true })
    expect((await errorOf(change('company', { searchable: true })))[1]).toBe('searchable')
    expect((await errorOf(change('company', { kind: 'number' })))[1]).toBe('kind')
    expect(await errorOf(change('company', { options: [{ key: 'a', name: 'A', names: {} }] }))).toEqual([
      422,
      'options',
      expect.stringMatching(/choi/i),
    ])
    expect((await errorOf(change('name', { required: false })))[1]).toBe('required')
    expect((await errorOf(archive('name')))[1]).toBe('key')
    for (const key of ['company', 'email', 'estimatedAmountCents', 'offerType']) {
      expect((await change(key, { required: false })).status).toBe(200)
      expect((await archive(key)).status).toBe(200)
    }
    expect(await errorOf(archive('phone'))).toEqual([422, 'key', expect.stringContaining('one way to reach the client')])
    await bringBack('email')
    expect((await archive('phone')).status).toBe(200)
    for (const key of ['company', 'estimatedAmountCents', 'offerType', 'phone']) await bringBack(key)
    for (const key of ['company', 'email', 'estimatedAmountCents', 'offerType']) await change(key, { required: true })
    expect((await change('notes', { required: true, requiredFrom: 'signe' })).status).toBe(200)
    expect((await change('notes', { required: false, requiredFrom: null })).status).toBe(200)
    expect((await archive('website')).status).toBe(200)
    expect((await seenBy(marie)).find(({ key }) => key === 'website')?.isOpen).toBe(false)
    await bringBack('website')
    expect((await remove('email')).body.code).toBe('field_in_use')
  })

  test('of two who change a field the later one is refused, and nothing is changed by it', async () => {
    const before = await fields.read()
    const region = async () => (await list()).find(({ key }) => key === 'region')
    expect((await change('region', { help: 'Du siège' })).status).toBe(200)
    const late = await change('region', { name: 'Zone' }, { read: before })
    expect([late.status, late.body.code]).toEqual([409, 'fields_changed_meanwhile'])
    expect(late.body.detail).toContain('Région')
    expect((await region())?.name).toBe('Région')
    // Who has changed another one succeeds, and both changes stay.
    expect((await change('tags', { help: 'Plusieurs' }, { read: before })).status).toBe(200)
    expect(await region()).toMatchObject({ name: 'Région', help: 'Du siège' })
    const ordered = await fields.read()
    const keys = ordered.map(({ key }) => key)
    expect((await fields.send(ordered.toReversed(), ordered)).status).toBe(200)
    expect((await seenBy(app.admin)).map(({ key }) => key)).toEqual(keys.toReversed())
    const [first, ...rest] = ordered
    expect((await fields.send(first ? [...rest, first] : rest, ordered)).body.code).toBe('fields_changed_meanwhile')
  })

  test('what breaks only together is refused for the second', async () => {
    const before = await fields.read()
    expect((await change('a_date', { onCard: true }, { read: before })).status).toBe(200)
    expect(await errorOf(change('tags', { onCard: true }, { read: before }))).toEqual([
      422,
      'onCard',
      expect.stringContaining('2 fields'),
    ])
    await change('a_date', { onCard: false })
  })

  test('a change is tried, and nothing of it stays', async () => {
    const before = await list()
    const tried = await change('region', { name: 'Zone' }, { dryRun: true })
    expect([tried.status, tried.body.fields.find(({ key }) => key === 'region')?.name]).toEqual([200, 'Zone'])
    expect(await list()).toEqual(before)
  })

  test('an unused field is archived, brought back and deleted', async () => {
    await add('floor')
    await archive('floor')
    expect((await seenBy(marie)).find(({ key }) => key === 'floor')?.isOpen).toBe(false)
    await bringBack('floor')
    expect((await remove('floor')).status).toBe(200)
    expect(await keysSeenBy(marie)).not.toContain('floor')
  })

  test('who lacks the right to the programme changes no field', async () => {
    const viewer = await app.newStaff('viewer@acme.example', 'viewer')
    const refused = await fields.add({ ...plainField, key: 'other' }, { by: viewer })
    expect([refused.status, refused.body.code]).toEqual([403, 'right_missing'])
  })
})
