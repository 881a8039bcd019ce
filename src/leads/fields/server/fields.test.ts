import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadSettingsRoutes } from '#leads/lead-settings/api.ts'
import { system } from '#platform/domain/actor.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { plainField } from '#test/repeated-fields.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { type EditedField, fieldRoutes } from '../api/fields.ts'
import { builtInFields } from '../domain/fields.ts'

type EditedDraft = Omit<EditedField, 'key' | 'isBuiltIn' | 'archivedAt' | 'isUsed' | 'changedAt'>

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
  const add = (key: string, more: Partial<typeof plainField> = {}) =>
    app.admin.try(fieldRoutes.addField, { body: { ...plainField, key, name: key, ...more } })
  const draftOf = async (key: string): Promise<EditedDraft> => {
    const field = (await list()).find((each) => each.key === key)
    if (!field) throw new Error(`there is no field ${key}`)
    const { key: _key, isBuiltIn: _built, archivedAt: _at, isUsed: _used, changedAt: _changed, ...draft } = field
    return draft
  }
  const change = async (key: string, more: Partial<EditedDraft>, expected?: EditedDraft) => {
    const before = await draftOf(key)
    return app.admin.try(fieldRoutes.changeField, { params: { key }, body: { ...before, ...more, expected: expected ?? before } })
  }
  const errorOf = async (answer: Promise<{ status: number; body: { fields?: { path: string; message: string }[] } }>) => {
    const { status, body } = await answer
    return [status, body.fields?.[0]?.path, body.fields?.[0]?.message]
  }

  test('a portal begins with the eight fields that every lead has', async () => {
    for (const client of [marie, app.admin]) {
      expect((await seenBy(client)).map(({ key, kind, isOpen, name }) => [key, kind, isOpen, name])).toEqual(
        Object.entries(builtInFields).map(([key, kind]) => [key, kind, true, '']),
      )
    }
    expect((await list()).filter(({ required }) => required).map(({ key }) => key)).toEqual([
      'name',
      'company',
      'email',
      'estimatedAmountCents',
      'offerType',
    ])
  })

  test('a field of each kind is added and told to both sides in their language', async () => {
    const options = [{ ...option('idf', 'Île-de-France'), names: { en: 'Paris area' } }, option('paca', 'Provence')]
    expect((await add('region', { kind: 'choice', name: 'Région', names: { en: 'Region' }, options })).status).toBe(201)
    for (const kind of ['long_text', 'number', 'amount', 'date', 'yes_no', 'email', 'phone', 'link', 'siren', 'siret'] as const)
      expect((await add(`a_${kind}`, { kind })).status).toBe(201)
    expect((await add('tags', { kind: 'choices', options })).status).toBe(201)
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
    expect(await errorOf(add('region'))).toEqual([422, 'key', 'Another field has this key.'])
    expect(await errorOf(add('phone'))).toEqual([422, 'key', 'Another field has this key.'])
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
    const hide = (key: string) => app.admin.try(fieldRoutes.archiveField, { params: { key } })
    const show = (key: string) => app.admin.call(fieldRoutes.bringBackField, { params: { key } })
    expect((await errorOf(change('name', { required: false })))[1]).toBe('required')
    expect((await errorOf(hide('name')))[1]).toBe('key')
    for (const key of ['company', 'email', 'estimatedAmountCents', 'offerType']) {
      expect((await change(key, { required: false })).status).toBe(200)
      expect((await hide(key)).status).toBe(200)
    }
    expect(await errorOf(hide('phone'))).toEqual([422, 'key', expect.stringContaining('one way to reach the client')])
    await show('email')
    expect((await hide('phone')).status).toBe(200)
    for (const key of ['company', 'estimatedAmountCents', 'offerType', 'phone']) await show(key)
    for (const key of ['company', 'email', 'estimatedAmountCents', 'offerType']) await change(key, { required: true })
    expect((await change('notes', { required: true, requiredFrom: 'signe' })).status).toBe(200)
    expect((await change('notes', { required: false, requiredFrom: null })).status).toBe(200)
    expect((await hide('website')).status).toBe(200)
    expect((await seenBy(marie)).find(({ key }) => key === 'website')?.isOpen).toBe(false)
    await app.admin.call(fieldRoutes.bringBackField, { params: { key: 'website' } })
    expect((await app.admin.try(fieldRoutes.deleteField, { params: { key: 'email' } })).body.code).toBe('field_in_use')
  })

  test('of two who change a field the later one is refused, and nothing is changed by it', async () => {
    const before = await draftOf('region')
    expect((await change('region', { help: 'Du siège' })).status).toBe(200)
    const late = await change('region', { name: 'Zone' }, before)
    expect([late.status, late.body.code]).toEqual([409, 'fields_changed_meanwhile'])
    expect((await draftOf('region')).name).toBe('Région')
    const keys = (await list()).map(({ key }) => key)
    const order = (body: { keys: string[]; expected: string[] }) => app.admin.try(fieldRoutes.orderFields, { body })
    expect((await order({ keys: keys.toReversed(), expected: keys })).status).toBe(200)
    expect((await seenBy(app.admin)).map(({ key }) => key)).toEqual(keys.toReversed())
    expect((await order({ keys, expected: keys })).body.code).toBe('fields_changed_meanwhile')
  })

  test('an unused field is archived, brought back and deleted', async () => {
    await add('floor')
    await app.admin.call(fieldRoutes.archiveField, { params: { key: 'floor' } })
    expect((await seenBy(marie)).find(({ key }) => key === 'floor')?.isOpen).toBe(false)
    await app.admin.call(fieldRoutes.bringBackField, { params: { key: 'floor' } })
    await app.admin.call(fieldRoutes.deleteField, { params: { key: 'floor' } })
    expect(await keysSeenBy(marie)).not.toContain('floor')
  })

  test('who lacks the right to the programme changes no field', async () => {
    const viewer = await app.newStaff('viewer@acme.example', 'viewer')
    const refused = await viewer.try(fieldRoutes.addField, { body: { ...plainField, key: 'other' } })
    expect([refused.status, refused.body.code]).toEqual([403, 'right_missing'])
  })
})
