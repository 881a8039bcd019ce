import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateRoutes } from '#contracts/templates/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { partnerImportRoutes } from '../api/import.ts'
import { partnerRoutes } from '../api/partners.ts'
import { invitationBatch, maxInvitationRows } from '../domain/invitation-file.ts'

describe.each(databaseKinds())('invitations from a file on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const row = (email: string, more: object = {}) => ({ email, fullName: 'Luc Fichier', company: '', template: '', ...more })
  const check = async (rows: object[], as: Client = app.admin) =>
    (await as.call(partnerImportRoutes.checkInvitations, { body: { rows: rows as ReturnType<typeof row>[] } })).rows
  const send = (rows: object[], as: Client = app.admin) =>
    as.try(partnerImportRoutes.importInvitations, { body: { rows: rows as ReturnType<typeof row>[] } })
  const invitedOf = async (search: string) =>
    (await app.admin.call(partnerRoutes.listPartners, { query: { search, limit: 200 } })).items

  test('says of each row what it would do and why not, and writes nothing', async () => {
    await app.newPerson('deja@exemple.fr', 'partner', 'Déjà Là')
    await app.admin.call(partnerRoutes.invite, {
      body: { email: 'invitee@exemple.fr', fullName: 'Ada Invitée', role: 'partner' },
    })
    const { id: templateId } = await app.admin.call(templateRoutes.createTemplate, {
      body: {
        kind: 'main',
        name: 'Contrat 2026',
        title: 'Contrat',
        body: [{ type: 'paragraph', content: [{ type: 'text', text: 'X' }] }],
      },
    })
    const rows = await check([
      row('neuf@exemple.fr', { company: 'Neuf SARL', template: 'contrat 2026' }),
      row('DEJA@exemple.fr'),
      row('Invitee@exemple.fr'),
      row('NEUF@exemple.fr'),
      row('pas une adresse', { fullName: '' }),
      row('autre@exemple.fr', { template: 'Avenant' }),
      row('  libre@exemple.fr '),
    ])
    expect(rows.map(({ outcome }) => outcome)).toEqual(['ready', 'known', 'known', 'repeated', 'refused', 'refused', 'ready'])
    expect(rows.map(({ messages }) => messages.map(({ path, message }) => `${path}: ${message}`))).toEqual([
      [],
      ['email: deja@exemple.fr already has an account'],
      ['email: invitee@exemple.fr has already been invited'],
      ['email: neuf@exemple.fr stands in the file before'],
      ['email: This is no email address', 'fullName: Please give a name'],
      ['template: There is no template of a main contract called “Avenant”'],
      [],
    ])
    expect(rows[0]?.templateId).toBe(templateId)
    expect(await invitedOf('neuf@exemple.fr')).toEqual([])
  })

  test('invites those that are ready as the dialog does, and a file that is sent again invites nobody twice', async () => {
    const file = [
      row('lot1@exemple.fr', { fullName: 'Lot Un', company: 'Un SAS' }),
      row('lot2@exemple.fr'),
      row('LOT1@exemple.fr'),
    ]
    const first = await send(file)
    expect(first.body.rows.map(({ outcome }) => outcome)).toEqual(['invited', 'invited', 'repeated'])
    const [person] = await invitedOf('lot1@exemple.fr')
    expect(person).toMatchObject({ id: first.body.rows[0]?.partnerId, fullName: 'Lot Un', company: 'Un SAS', state: 'invited' })
    expect(person?.invitationExpiresAt).not.toBeNull()
    const again = await send(file)
    expect(again.body.rows.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known'])
    expect(await invitedOf('lot')).toHaveLength(2)
    // If two people send the same address at once, it is invited once.
    const both = await Promise.all([send([row('course@exemple.fr')]), send([row('course@exemple.fr')])])
    expect(both.map(({ body }) => body.rows[0]?.outcome).toSorted()).toEqual(['invited', 'known'])
  })

  const many = Array.from({ length: maxInvitationRows }, (_, at) => row(`masse${at}@exemple.fr`))

  test('a thousand rows are checked at once, and more are refused', async () => {
    expect((await check(many)).every(({ outcome }) => outcome === 'ready')).toBe(true)
    const tooMany = await app.admin.try(partnerImportRoutes.checkInvitations, { body: { rows: [...many, row('un@exemple.fr')] } })
    expect(tooMany.body).toMatchObject({ code: 'invalid_input' })
  })

  test('a thousand rows are sent in parts', async () => {
    expect((await send(many.slice(0, invitationBatch + 1))).body).toMatchObject({ code: 'invalid_input' })
    const { body } = await send(many.slice(0, invitationBatch))
    expect(body.rows.filter(({ outcome }) => outcome === 'invited')).toHaveLength(invitationBatch)
  })

  test('who may not invite sends no rows', async () => {
    const viewer = await app.newPerson('viewer@acme.example', 'admin', 'Vera Viewer')
    await app.changeRole(viewer, 'admin', 'viewer')
    expect((await send([row('non@exemple.fr')], viewer)).body).toMatchObject({ code: 'right_missing' })
  })
})
