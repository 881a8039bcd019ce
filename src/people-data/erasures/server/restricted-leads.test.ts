import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { importRoutes } from '#imports/api.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadNoticeRoutes } from '#leads/notices/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { disputeRoutes } from '#money/disputes/api.ts'
import { appendEvents } from '#operations/journal/server/append-commands.ts'
import { sumsAgree } from '#partners/merging/server/queries.ts'
import { forgetAttempts } from '#platform/server/http/limits/rate-limits.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { databaseKinds } from '#test/databases.ts'
import { apply, stage } from '#test/imports.ts'
import { leadUpload } from '#test/lead-files.ts'
import { MergingWorld } from '#test/merging-world.ts'
import { programmeForm } from '#test/payout-app.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { erasureRoutes } from '../api.ts'
import { followErasures } from './follow.ts'

const sentence = 'The client of this lead is about to be erased: stop the erasure first, or let it be done'
const params = (id: string) => ({ params: { id } })

describe.each(databaseKinds('full'))('leads that wait for their erasure, on %s', (databaseKind) => {
  let app: TestApp
  let world: MergingWorld
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    world = new MergingWorld(app)
    await app.admin.call(erasureRoutes.setErasureDays, { body: { days: 1 } })
  })
  afterAll(() => app.close())

  const restrict = async (id: string) => {
    await forgetAttempts(app.portal, `password of ${app.admin.userId}`)
    return (await app.admin.call(erasureRoutes.planErasure, { body: { leads: [{ id, soleTrader: false }], password } })).id
  }
  const row = (id: string) =>
    app.portal.database.asActor(system, (tx) => tx.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst())
  const add = (up: number) => (by: Client) => world.addLead(by, `Attendue ${up} SARL`)

  test.each(['merge', 'move'])('go along with their partner by a %s, and the sums add up then and after a stop', async (how) => {
    const [from, into] = [await world.owner(), await world.owner()]
    const member = await world.join(from, 'member')
    const [stopped, erased, open] = [await add(1)(member), await add(2)(member), await add(3)(member)]
    const [plan] = [await restrict(stopped), await restrict(erased)]
    const done = how === 'merge' ? await world.merge(from, into) : await world.move(from, member, into, { withLeads: true })
    expect([done.status, done.body]).toMatchObject([200, {}])
    const agree = () =>
      app.portal.database.asActor(system, async (tx) => [
        await sumsAgree(tx, [from.userId, into.userId]),
        (await tx.selectFrom('leads').select('id').where('partner_id', '=', into.userId).orderBy('id').execute()).map(
          ({ id }) => id,
        ),
      ])
    expect(await agree()).toEqual([true, [stopped, erased, open].toSorted()])
    expect(await world.leadsOf(into)).toEqual([open])
    await app.admin.call(erasureRoutes.stopErasure, params(plan ?? ''))
    expect(await world.leadsOf(into)).toEqual([stopped, open].toSorted())
    app.pass(86_400_000)
    await followErasures(app.portal)
    // It had another partner, and is emptied therefore.
    expect(await agree()).toEqual([true, [stopped, erased, open].toSorted()])
    expect((await row(erased))?.name).toMatch(/^Client effacé/)
  })

  test('are read by staff who plan erasures or pay, and by nobody else', async () => {
    const owner = await world.owner()
    const id = await world.addLead(owner, 'Cachée SARL')
    const uploadId = await leadUpload(app.admin, true)
    const { files } = await app.admin.call(leadFileRoutes.addLeadFile, { ...params(id), body: { uploadId } })
    const roles = { partner_manager: 404, viewer: 404, finance: 200, administrator: 200 } as const
    const staff = new Map<string, Client>()
    for (const role of Object.keys(roles) as (keyof typeof roles)[])
      staff.set(role, await app.newStaff(`${role}@cachee.example`, role))
    const reads = {
      lead: `leads/${id}`,
      timeline: `leads/${id}/timeline`,
      comments: `leads/${id}/comments`,
      registration: `leads/${id}/registration`,
      confirmation: `leads/${id}/client-confirmation`,
      conflict: `leads/${id}/conflict`,
      notice: `leads/${id}/notice`,
      receipt: `leads/${id}/receipt`,
      file: `lead-files/${files[0]?.id}/file`,
    }
    const statuses = async (client: Client) =>
      Promise.all(Object.values(reads).map(async (path) => (await client.send('GET', `/api/${path}`)).statusCode))
    const [manager] = staff.values()
    expect(await statuses(manager as Client)).toEqual(Object.keys(reads).map(() => 200))
    await restrict(id)
    for (const [role, client] of staff)
      expect([role, await statuses(client)]).toEqual([role, Object.keys(reads).map(() => roles[role as keyof typeof roles])])
  })

  test('leave no words about their client in disputes and histories of money that staff read', async () => {
    const owner = await world.owner()
    const viewer = await app.newStaff('lectrice@cachee.example', 'viewer')
    const id = await world.addLead(owner, 'Discrète SARL')
    await owner.call(leadRoutes.moveLead, { ...params(id), body: { from: 'nouveau', to: 'signe' } })
    const { items } = await owner.call(commissionRoutes.listCommissions, { query: {} })
    const ofCommission = params(items.find(({ lead }) => lead?.id === id)?.id ?? '')
    await app.admin.call(commissionRoutes.holdCommission, { ...ofCommission, body: { reason: 'Discrète hésite' } })
    const dispute = await owner.call(disputeRoutes.openDispute, {
      body: { commissionId: ofCommission.params.id, message: 'Discrète a payé' },
    })
    await appendEvents(app.portal)
    const addresses = [`commissions/${ofCommission.params.id}/history`, `disputes/${dispute.id}/messages`, 'journal.jsonl']
    const said = () =>
      Promise.all(addresses.map(async (path) => (await viewer.send('GET', `/api/${path}`)).body.includes('Discrète ')))
    expect(await said()).toEqual([true, true, true])
    const erasure = await restrict(id)
    expect(await said()).toEqual([false, false, false])
    await app.admin.call(erasureRoutes.stopErasure, params(erasure))
    expect(await said()).toEqual([true, true, true])
  })

  test('say when their client is to be erased, and that nothing of them can be changed', async () => {
    const owner = await world.owner()
    const id = await world.addLead(owner, 'Datée SARL')
    const uploadId = await leadUpload(app.admin, true)
    await app.admin.call(leadFileRoutes.addLeadFile, { ...params(id), body: { uploadId } })
    expect(await app.admin.call(leadRoutes.getLead, params(id))).not.toHaveProperty('erasesAt')
    const plan = await restrict(id)
    const finance = await app.newStaff('finance@datee.example', 'finance')
    const { items } = await app.admin.call(erasureRoutes.listErasures, {})
    const erasesAt = items.find((each) => each.id === plan)?.dueAt
    expect(erasesAt).toBeDefined()
    for (const client of [app.admin, finance]) {
      const lead = await client.call(leadRoutes.getLead, params(id))
      expect(lead).toMatchObject({ erasesAt, can: { edit: false, move: false, delete: false } })
      expect(lead.files?.map(({ can }) => can)).toEqual([{ remove: false }])
    }
    const none = { accept: false, refuse: false, merge: false, answerExtension: false, handOver: false }
    expect((await app.admin.call(registrationRoutes.getRegistration, params(id))).can).toMatchObject(none)
    expect((await app.admin.call(clientConfirmationRoutes.getClientConfirmation, params(id))).can).toEqual({ ask: false })
    await app.admin.call(erasureRoutes.stopErasure, params(plan))
    expect(await app.admin.call(leadRoutes.getLead, params(id))).not.toHaveProperty('erasesAt')
  })

  test('are changed by no command of staff or programs, which say why; what money needs goes on', async () => {
    const [owner, other] = [await world.owner(), await world.owner()]
    await app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
    const open = async (company: string) => {
      const id = await world.addLead(owner, company)
      return { id, ...(await row(id)) }
    }
    const [lead, rival, signed] = [await open('Attendue SARL'), await open('Rivale SARL'), await open('Signée SARL')]
    const of = params(lead.id)
    const externalId = { params: { externalId: 'attendue' } }
    await app.admin.call(leadExternalIdRoutes.setLeadExternalId, { ...of, body: { externalId: 'attendue' } })
    const uploadId = await leadUpload(app.admin, true)
    const { files } = await app.admin.call(leadFileRoutes.addLeadFile, { ...of, body: { uploadId } })
    const nextUpload = await leadUpload(app.admin, true)
    await app.admin.call(leadShareRoutes.shareLead, { ...of, body: { partnerId: other.userId, percent: 10 } })
    await owner.call(leadRoutes.moveLead, { ...params(signed.id), body: { from: 'nouveau', to: 'signe' } })
    const imported = await stage(owner, {
      kind: 'leads',
      rows: [{ name: 'Kim', company: 'Importée SARL', email: 'kim@import.example', amount: '10', offer: 'Star' }],
    })
    await apply(app, owner, imported.id)
    const ofImport = (await owner.call(leadRoutes.listLeads, { query: { search: 'kim@import' } })).items[0]?.id ?? ''
    const third = await world.owner()
    const message = 'Le client le souhaite'
    for (const id of [lead.id, ofImport, signed.id]) await restrict(id)
    const before = await row(lead.id)
    const commands = {
      edit: () => app.admin.try(leadRoutes.editLead, { ...of, body: { notes: 'Autre' } }),
      amount: () => app.admin.try(leadRoutes.editLead, { ...of, body: { estimatedAmountCents: 1 } }),
      move: () => app.admin.try(leadRoutes.moveLead, { ...of, body: { from: 'nouveau', to: 'premier_contact' } }),
      sign: () => app.admin.try(leadRoutes.moveLead, { ...of, body: { from: 'nouveau', to: 'signe' } }),
      lose: () =>
        app.admin.try(leadRoutes.moveLead, { ...of, body: { from: 'nouveau', to: 'refuse', loss: { reason: 'budget' } } }),
      comment: () => app.admin.try(leadRoutes.commentOnLead, { ...of, body: { body: 'Bonjour' } }),
      notADuplicate: () => app.admin.try(leadRoutes.notADuplicate, of),
      delete: () => app.admin.try(leadRoutes.deleteLead, of),
      addFile: () => app.admin.try(leadFileRoutes.addLeadFile, { ...of, body: { uploadId: nextUpload } }),
      removeFile: () => app.admin.try(leadFileRoutes.removeLeadFile, params(files[0]?.id ?? '')),
      upsert: () => app.admin.try(leadExternalIdRoutes.upsertLead, { ...externalId, body: { notes: 'Autre' } }),
      externalId: () => app.admin.try(leadExternalIdRoutes.setLeadExternalId, { ...of, body: { externalId: null } }),
      share: () => app.admin.try(leadShareRoutes.shareLead, { ...of, body: { partnerId: third.userId, percent: 5 } }),
      endShare: () => app.admin.try(leadShareRoutes.endLeadShare, { params: { id: lead.id, partnerId: other.userId } }),
      askClient: () => app.admin.try(clientConfirmationRoutes.askClient, { ...of, body: { digest: 'x'.repeat(43) } }),
      notice: () => app.admin.try(leadNoticeRoutes.settleLeadNotice, { ...of, body: { state: 'not_needed' } }),
      handOver: () => app.admin.try(registrationRoutes.handOverLead, { ...of, body: { partnerId: third.userId, message } }),
      extension: () => app.admin.try(registrationRoutes.answerExtension, { ...of, body: { grant: true, message } }),
      merge: () => app.admin.try(registrationRoutes.mergeRegistration, { ...of, body: { into: rival.id, message } }),
      mergeInto: () =>
        app.admin.try(registrationRoutes.mergeRegistration, { ...params(rival.id), body: { into: lead.id, message } }),
      undo: () => app.admin.try(importRoutes.undoImport, params(imported.id)),
      decision: () =>
        app.admin.try(registrationRoutes.decideConflict, {
          body: { winnerId: rival.id, loserId: lead.id, outcome: 'merge', message },
        }),
    }
    for (const [name, command] of Object.entries(commands)) {
      const { status, body } = await command()
      expect([name, status, body]).toMatchObject([name, 409, { code: 'lead_restricted', detail: sentence }])
    }
    for (const answer of [
      await app.admin.call(registrationRoutes.acceptRegistrations, { body: { ids: [lead.id] } }),
      await app.admin.call(registrationRoutes.refuseRegistrations, { body: { ids: [lead.id], reason: 'autre', message } }),
    ])
      expect(answer).toMatchObject({ done: 0, left: [{ leadId: lead.id, why: sentence }] })
    expect(await row(lead.id)).toEqual(before)

    const pending = await app.admin.call(commissionRoutes.listCommissions, { query: { partnerId: owner.userId } })
    const { number } = await app.admin.call(registrationRoutes.getRegistration, params(signed.id))
    expect(pending.items.map(({ lead: about }) => [about?.id, about?.name])).toEqual([[signed.id, number]])
    const [commission] = pending.items
    const body = { ids: [commission?.id ?? ''], amountCents: commission?.amountCents ?? 0 }
    expect((await app.admin.try(commissionRoutes.validateCommissions, { body })).status).toBe(200)

    const program = await app.newProgram(['leads:read'])
    for (const path of ['', '/timeline', '/comments'])
      expect((await program.send('GET', `/api/leads/${lead.id}${path}`)).statusCode, path).toBe(404)
    const duplicate = await app.admin.call(leadRoutes.findDuplicate, { query: { company: 'Attendue SARL' } })
    expect(duplicate).toEqual({ exists: true, state: 'followed', field: 'company' })
  })
})
