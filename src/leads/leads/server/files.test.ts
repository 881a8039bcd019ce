import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { sweepFiles } from '#platform/server/files/sweep.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadUpload, leadWithFile } from '#test/lead-files.ts'
import { plainLead } from '#test/lead-samples.ts'
import { stageChanges } from '#test/saved-lists.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { leadFileRoutes } from '../api/lead-files.ts'
import { leadRoutes } from '../api/leads.ts'
import { maxLeadFiles } from '../domain/lead-files.ts'

describe.each(databaseKinds('full'))('files of leads on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let paul: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPartner('marie@exemple.fr', 'Marie Dupont')
    paul = await app.newPartner('paul@exemple.fr', 'Paul Autre')
  })
  afterAll(() => app.close())

  const newLead = () => {
    const number = Math.random().toString(36).slice(2)
    const body = { ...plainLead, company: `Société ${number}`, email: `${number}@client.example` }
    return marie.call(leadRoutes.addLead, { body })
  }
  const filesOf = async (id: string, client: Client) =>
    (await client.call(leadRoutes.getLead, { params: { id } })).files?.map(({ name, isOfStaff, can }) => [
      name,
      isOfStaff,
      can.remove,
    ])
  const historyOf = async (id: string) => {
    const { items } = await marie.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    return items.map(({ what, note }) => [what, note])
  }

  test('both sides add and read the files of a lead; a partner removes their own, staff any', async () => {
    const { id } = await newLead()
    expect(await filesOf(id, marie)).toBeUndefined()
    const body = { uploadId: await leadUpload(marie, false, 'plan.pdf') }
    await marie.call(leadFileRoutes.addLeadFile, { params: { id }, body })
    const ofStaff = { uploadId: await leadUpload(app.admin, true, 'offre.pdf') }
    const { files } = await app.admin.call(leadFileRoutes.addLeadFile, { params: { id }, body: ofStaff })
    const [plan = '', offer = ''] = files.map((file) => file.id)
    expect(await filesOf(id, marie)).toEqual([
      ['plan.pdf', false, true],
      ['offre.pdf', true, false],
    ])
    expect((await filesOf(id, app.admin))?.map(([, , mayRemove]) => mayRemove)).toEqual([true, true])
    for (const client of [marie, app.admin]) {
      const response = await client.send('GET', `/api/lead-files/${offer}/file`)
      expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    }
    const refused = await marie.try(leadFileRoutes.removeLeadFile, { params: { id: offer } })
    expect([refused.status, refused.body.code]).toEqual([403, 'not_allowed'])
    expect((await marie.try(leadFileRoutes.removeLeadFile, { params: { id: plan } })).status).toBe(200)
    expect((await app.admin.try(leadFileRoutes.removeLeadFile, { params: { id: offer } })).status).toBe(200)
    expect(await historyOf(id)).toEqual([
      ['lead.file_removed', 'offre.pdf'],
      ['lead.file_removed', 'plan.pdf'],
      ['lead.file_added', 'offre.pdf'],
      ['lead.file_added', 'plan.pdf'],
      ['lead.created', ''],
    ])
  })

  test('a program adds and reads files of leads, and uploads nothing else', async () => {
    const program = await app.newProgram(['leads:read', 'leads:write'], 'CRM')
    const { id } = await newLead()
    const uploadId = await leadUpload(program, true, 'offre.pdf')
    const { files } = await program.call(leadFileRoutes.addLeadFile, { params: { id }, body: { uploadId } })
    expect(await filesOf(id, marie)).toEqual([['offre.pdf', true, false]])
    expect((await program.send('GET', `/api/lead-files/${files[0]?.id}/file`)).statusCode).toBe(200)
    for (const purpose of ['contract', 'resource', 'logo', 'scan']) {
      const url = `/api/uploads?purpose=${purpose}&name=a.pdf`
      const response = await program.send('POST', url, 'x', { 'content-type': 'application/octet-stream' })
      expect([purpose, response.statusCode, response.json().code]).toEqual([purpose, 403, 'api_scope_missing'])
    }
    const reader = await app.newProgram(['leads:read'])
    const url = '/api/uploads?purpose=lead_file&name=a.pdf'
    expect((await reader.send('POST', url, 'x', { 'content-type': 'application/octet-stream' })).statusCode).toBe(403)
  })

  test('nobody reaches a file through another’s lead, or an upload of somebody else', async () => {
    const { id, fileId } = await leadWithFile(marie)
    expect((await paul.send('GET', `/api/lead-files/${fileId}/file`)).statusCode).toBe(404)
    expect((await paul.try(leadFileRoutes.removeLeadFile, { params: { id: fileId } })).status).toBe(404)
    const add = async (client: Client, uploadId: string) => {
      const { status, body } = await client.try(leadFileRoutes.addLeadFile, { params: { id }, body: { uploadId } })
      return [status, body.code]
    }
    expect(await add(paul, await leadUpload(paul))).toEqual([404, 'not_found'])
    expect(await add(marie, await leadUpload(paul))).toEqual([409, 'upload_not_found'])
  })

  test('a stage asks for a file: without one a lead stays, and one that is sent moves with it in one change', async () => {
    const asked = {
      key: 'dossier',
      name: 'Dossier',
      names: {},
      colour: 'teal' as const,
      countsAsCall: false,
      asks: 'file' as const,
    }
    const passes = { partnerEnters: true, partnerLeaves: true, staffEnters: true, staffLeaves: true, staleAfterDays: null }
    expect((await stageChanges(() => app.admin).add({ ...asked, ...passes })).status).toBe(200)
    const { id } = await newLead()
    const move = (from: string, to: string, more: object = {}) =>
      marie.try(leadRoutes.moveLead, { params: { id }, body: { from, to, ...more } })
    const without = await move('nouveau', 'dossier')
    expect([without.status, without.body.code, without.body.fields?.[0]?.path]).toEqual([422, 'stage_asks', 'uploadId'])
    expect(without.body.fields?.[0]?.message).toContain('ajoutez-en d’abord un au lead')
    expect((await move('nouveau', 'dossier', { uploadId: await leadUpload(paul) })).body.code).toBe('upload_not_found')
    expect((await marie.call(leadRoutes.getLead, { params: { id } })).status).toBe('nouveau')
    const moved = await move('nouveau', 'dossier', { uploadId: await leadUpload(marie, false, 'signe.pdf') })
    expect(moved.body).toMatchObject({ status: 'dossier', files: [{ name: 'signe.pdf' }] })
    expect((await historyOf(id)).slice(0, 2)).toEqual([
      ['lead.moved', ''],
      ['lead.file_added', 'signe.pdf'],
    ])
    // It has one from now on.
    expect((await move('dossier', 'nouveau')).status).toBe(200)
    expect((await move('nouveau', 'dossier')).status).toBe(200)
  })

  test('a lead has a limited number of files', async () => {
    const { id } = await newLead()
    for (let number = 0; number < maxLeadFiles; number += 1) {
      const body = { uploadId: await leadUpload(app.admin, true) }
      await app.admin.call(leadFileRoutes.addLeadFile, { params: { id }, body })
    }
    const body = { uploadId: await leadUpload(app.admin, true) }
    const { status, body: refusal } = await app.admin.try(leadFileRoutes.addLeadFile, { params: { id }, body })
    expect([status, refusal.fields?.[0]?.message]).toEqual([422, 'A lead has 20 files at most: remove one first.'])
  })

  test('with its lead a file goes; its bytes are swept a day later', async () => {
    const { id } = await leadWithFile(marie)
    const stored = () =>
      app.portal.database.asActor(system, (tx) =>
        tx.selectFrom('files').select('id').where('purpose', '=', 'lead_file').where('claimed_at', 'is not', null).execute(),
      )
    const before = (await stored()).length
    await marie.call(leadRoutes.deleteLead, { params: { id } })
    expect(await stored()).toHaveLength(before - 1)
    app.pass(2 * 86_400_000)
    expect(await sweepFiles(app.portal)).toBeGreaterThan(0)
  })
})
