import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { templateRoutes } from '#contracts/templates/api.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { databaseKinds } from '#test/databases.ts'
import { checkRows, importRows, stage } from '#test/imports.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { importRoutes } from '../api.ts'

describe.each(databaseKinds())('invitations from a file on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const row = (email: string, more: object = {}) => ({ email, fullName: 'Luc Fichier', company: '', template: '', ...more })
  const check = (rows: object[]) => checkRows(app.admin, { kind: 'partners', rows })
  const send = (rows: object[], as: Client = app.admin) => importRows(app, as, { kind: 'partners', rows })
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
    expect(rows[0]?.read?.templateId).toBe(templateId)
    expect(await invitedOf('neuf@exemple.fr')).toEqual([])
  })

  test('invites those that are ready as the dialog does, and a file that is sent again invites nobody twice', async () => {
    const file = [
      row('lot1@exemple.fr', { fullName: 'Lot Un', company: 'Un SAS' }),
      row('lot2@exemple.fr'),
      row('LOT1@exemple.fr'),
    ]
    const first = await send(file)
    expect(first.map(({ outcome }) => outcome)).toEqual(['imported', 'imported', 'repeated'])
    const [person] = await invitedOf('lot1@exemple.fr')
    // They wait to be invited, until staff send the link.
    expect(person).toMatchObject({ fullName: 'Lot Un', company: 'Un SAS', state: 'invited', invitationExpiresAt: null })
    await app.admin.call(partnerRoutes.resendInvitation, { params: { id: person?.id ?? '' } })
    expect((await invitedOf('lot1@exemple.fr'))[0]?.invitationExpiresAt).not.toBeNull()
    const again = await send(file)
    expect(again.map(({ outcome }) => outcome)).toEqual(['known', 'known', 'known'])
    expect(await invitedOf('lot')).toHaveLength(2)
    // If two people send the same address at once, it is invited once.
    const both = await Promise.all([send([row('course@exemple.fr')]), send([row('course@exemple.fr')])])
    expect(both.map(([first]) => first?.outcome).toSorted()).toEqual(['imported', 'known'])
  })

  const many = Array.from({ length: 1000 }, (_, at) => row(`masse${at}@exemple.fr`))

  test('a thousand rows are checked, and applied in parts', async () => {
    const { id, rows } = await stage(app.admin, { kind: 'partners', rows: many })
    expect(rows.every(({ outcome }) => outcome === 'ready')).toBe(true)
    await app.admin.call(importRoutes.discardImport, { params: { id } })
    const some = await send(many.slice(0, 120))
    expect(some.filter(({ outcome }) => outcome === 'imported')).toHaveLength(120)
  })

  test('who may not invite sends no rows', async () => {
    const viewer = await app.newPerson('viewer@acme.example', 'admin', 'Vera Viewer')
    await app.changeRole(viewer, 'admin', 'viewer')
    const body = { kind: 'partners' as const, fileName: 'a.csv', fileHash: '0'.repeat(64), rowCount: 1 }
    expect((await viewer.try(importRoutes.beginImport, { body })).body).toMatchObject({ code: 'right_missing' })
  })
})
