import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { programmeFileRoutes } from '#overview/programme-file/api/routes.ts'
import { addressOf } from '#platform/api/route.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadsOf } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { plainField } from '#test/repeated-fields.ts'
import { fieldChanges, offerChanges, stageChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'

describe.each(databaseKinds())('a field called as what every object has on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let without: string
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    const maker = { ...plainField, key: 'maker', name: 'Constructeur', onCard: true, inList: true }
    expect((await fieldChanges(() => app.admin).add(maker)).status).toBe(200)
    // Portals have such a field from before its key was refused.
    await app.portal.database.asOwner((run) => run("update lead_fields set key = 'constructor' where key = 'maker'"))
    const body = { ...plainLead, company: 'Sans constructeur', email: 'sans@client.example' }
    without = (await marie.call(leadRoutes.addLead, { body })).id
  })
  afterAll(() => app.close())

  test('works: leads without a value have none, and a change is told in their history', async () => {
    const params = { id: without }
    expect((await marie.call(leadRoutes.getLead, { params })).fields).toBeUndefined()
    await marie.call(leadRoutes.editLead, { params, body: { notes: 'Rappeler' } })
    await marie.call(leadRoutes.editLead, { params, body: { fields: { constructor: 'Renault' } } })
    expect((await marie.call(leadRoutes.getLead, { params })).fields).toEqual({ constructor: 'Renault' })
    const { items } = await marie.call(leadRoutes.leadTimeline, { params, query: {} })
    expect(items.flatMap(({ ownChanges = [] }) => ownChanges)).toEqual([{ key: 'constructor', before: null, after: 'Renault' }])
    await marie.call(leadRoutes.editLead, { params, body: { fields: { constructor: null } } })
  })

  test('is a column of every file and list', async () => {
    for (const client of [app.admin, marie]) {
      const file = await client.send('GET', addressOf(leadRoutes.leadsCsv))
      const [titles = '', row = ''] = file.body.split('\r\n')
      expect([file.statusCode, titles.includes('Constructeur'), row.includes('function')]).toEqual([200, true, false])
      expect((await client.try(leadRoutes.leadBoard, { query: { columns: 'nouveau' } })).status).toBe(200)
    }
    const row = { name: 'Anne', company: 'Du fichier', email: 'anne@fichier.example', amount: '1 000', offer: 'star', status: '' }
    const other = { ...row, company: 'Autre', email: 'b@fichier.example', fields: { constructor: 'Peugeot' } }
    const rows = await leadsOf(app, marie).check([row, other])
    expect(rows.flatMap(({ messages }) => messages)).toEqual([])
  })

  test('is exported with the programme, and the file is taken again', async () => {
    const file = await app.admin.call(programmeFileRoutes.exportProgramme, {})
    expect(file.fields?.map(({ key }) => key)).toContain('constructor')
    const { obstacles, changes } = await app.admin.call(programmeFileRoutes.previewProgramme, { body: { file } })
    expect([obstacles, changes]).toEqual([[], []])
  })

  test('cannot be made any more, nor an offer or a stage; a name that gives the key gets another', async () => {
    const offer = { name: 'Offre', names: {}, staffName: 'Offre', staffNames: {}, description: '', descriptions: {} }
    const amounts = { suggestedCents: null, leastCents: null, mostCents: null, onIntroductions: false }
    const stage = { name: 'Étape', names: {}, colour: 'blue', countsAsCall: false, asks: null, staleAfterDays: null } as const
    const sides = { partnerEnters: true, partnerLeaves: true, staffEnters: true, staffLeaves: true }
    for (const key of ['constructor', 'toString']) {
      const refused = [
        await fieldChanges(() => app.admin).add({ ...plainField, name: 'Autre', key }),
        await offerChanges(() => app.admin).add({ ...offer, ...amounts, key }),
        await stageChanges(() => app.admin).add({ ...stage, ...sides, key }),
      ]
      for (const { status, body } of refused)
        expect([key, status, body.fields?.[0]?.path]).toEqual([key, 422, expect.stringMatching(/key$/)])
    }
  })

  test('the preview of a programme file refuses what its import would', async () => {
    const { fields = [], ...file } = await app.admin.call(programmeFileRoutes.exportProgramme, {})
    const [custom] = fields.filter(({ key }) => key === 'constructor')
    if (!custom) throw new Error('the field is not exported')
    const withKey = (key: string) => ({
      file: { ...file, fields: [...fields, { ...custom, key, name: 'Encore', onCard: false }] },
    })
    const strange = await app.admin.try(programmeFileRoutes.previewProgramme, { body: withKey('toString') })
    expect([strange.status, strange.body.code]).toEqual([422, 'invalid_input'])
    const other = { file: { ...file, fields: fields.filter(({ key }) => key !== 'constructor') } }
    const second = await TestApp.open(databaseKind)
    try {
      const { obstacles } = await second.admin.call(programmeFileRoutes.previewProgramme, { body: { file: { ...file, fields } } })
      expect(obstacles.some((each) => each.includes('constructor'))).toBe(true)
      expect((await second.admin.call(programmeFileRoutes.previewProgramme, { body: other })).obstacles).toEqual([])
    } finally {
      await second.close()
    }
  })
})
