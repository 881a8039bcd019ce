import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rights } from '#access/domain/staff-rights.ts'
import { payoutRoutes } from '#money/payouts/api/payouts.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { defaultTimeZone } from '#platform/domain/time-zones.ts'
import { isoDay } from '#platform/server/provider-calendar.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { Mailbox } from '#test/mailbox.ts'
import { OwnInvoices } from '#test/own-invoices.ts'
import { day, PayoutApp } from '#test/payout-app.ts'
import { inboxOf } from '#test/staff-inbox.ts'
import type { Client } from '#test/test-app.ts'
import { documentForm, sentDocument } from '#test/vigilance.ts'
import { vigilanceRoutes } from '../api.ts'
import { followDocuments } from './daily.ts'

describe.each(databaseKinds())('documents of partners on %s', inOrder, (databaseKind) => {
  let world: PayoutApp
  let mailbox: Mailbox
  let marie: Client & { email: string }
  let karim: Client & { email: string }
  beforeAll(async () => {
    mailbox = await Mailbox.open()
    world = await PayoutApp.open(databaseKind, { SMTP_URL: mailbox.url, PUBLIC_URL: 'https://portal.test' })
    marie = await world.partner('Marie Dupont')
    karim = await new OwnInvoices(() => world).partner('Karim Autre')
  })
  afterAll(async () => {
    await world.app.close()
    await mailbox.close()
  })

  const params = (id: string) => ({ params: { id } })
  const step = (name: 'verifyDocument' | 'withdrawRequest', id: string, client = world.staff) =>
    client.try(vigilanceRoutes[name], params(id))
  const verify = (id: string, client?: Client) => step('verifyDocument', id, client)
  const refuse = (id: string, client = world.staff) =>
    client.try(vigilanceRoutes.refuseDocument, { ...params(id), body: { reason: 'Illisible' } })
  const own = (client: Client) => client.call(vigilanceRoutes.ownDocuments, {})
  const request = (partnerIds: string[], kind: 'urssaf' | 'registration' = 'urssaf') =>
    world.staff.try(vigilanceRoutes.requestDocuments, { body: { partnerIds, kind, label: '' } })
  const having = async (documents: 'to_check' | 'missing' | 'expiring' | 'expired', staff = world.staff) => {
    const { items } = await staff.call(partnerRoutes.listPartners, { query: { documents } })
    return items.map(({ fullName }) => fullName)
  }
  const subjects = async () => {
    await world.idle()
    return mailbox.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`)
  }
  const inDays = (days: number) => isoDay(new Date(world.app.now.getTime() + days * day), defaultTimeZone)

  test('a requested document is uploaded, refused with a reason, uploaded again and verified', async () => {
    await subjects()
    const answer = await request([marie.userId, karim.userId])
    expect([answer.status, answer.body]).toEqual([200, { requested: 2, alreadyAsked: 0 }])
    expect((await request([marie.userId])).body).toEqual({ requested: 0, alreadyAsked: 1 })
    expect((await request([marie.userId, world.staff.userId])).body.code).toBe('partner_not_active')
    const title = 'Justificatif à fournir : attestation de vigilance'
    expect((await subjects()).toSorted()).toEqual([`${marie.email}: ${title}`, `${karim.email}: ${title}`].toSorted())
    expect(await having('missing')).toEqual(expect.arrayContaining(['Marie Dupont', 'Karim Autre']))
    const form = await documentForm(marie, 'urssaf', { expiresOn: inDays(100) })
    const submit = (change: object) => marie.try(vigilanceRoutes.submitDocument, { body: { ...form, ...change } })
    expect((await submit({ issuedOn: '2031-01-01' })).body.fields?.[0]?.path).toBe('expiresOn')
    expect((await submit({ issuedOn: '2031-01-01', expiresOn: null })).body.fields?.[0]?.path).toBe('issuedOn')
    expect((await submit({ expiresOn: '2026-03-01' })).body.fields?.[0]?.path).toBe('expiresOn')
    expect((await submit({ kind: 'other' })).body.fields?.[0]?.path).toBe('label')
    expect((await submit({ kind: 'vat', securityCode: 'X' })).body.fields?.[0]?.path).toBe('securityCode')
    const submission = await submit({ securityCode: 'ABC-123' })
    expect(submission.body).toMatchObject({ state: 'received', securityCode: 'ABC-123', requestedAt: expect.any(String) })
    expect((await own(marie)).documents.length).toBe(1)
    expect((await submit(await documentForm(marie))).body.code).toBe('document_in_check')
    const inbox = await inboxOf(world.staff)
    expect([inbox.partnersToCheck, await having('to_check')]).toEqual([1, ['Marie Dupont']])
    expect((await marie.send('GET', `/api/vigilance/${submission.body.id}/file`)).headers['content-type']).toBe('application/pdf')
    expect((await karim.send('GET', `/api/vigilance/${submission.body.id}/file`)).statusCode).toBe(404)
    expect((await verify(submission.body.id, marie)).status).toBe(403)
    expect((await refuse(submission.body.id)).body).toMatchObject({ state: 'refused', refuseReason: 'Illisible' })
    expect(await subjects()).toEqual([`${marie.email}: Justificatif refusé : attestation de vigilance`])
    expect((await verify(submission.body.id)).body.code).toBe('document_decided')
    const again = await sentDocument(marie, 'urssaf', { expiresOn: inDays(100) })
    expect((await verify(again.id)).body).toMatchObject({ state: 'verified', can: { verify: false } })
    expect((await verify(again.id)).status).toBe(200)
    expect(await having('missing')).toEqual(['Karim Autre'])
    const [open] = (await own(karim)).documents
    expect((await step('withdrawRequest', open?.id ?? '')).status).toBe(200)
    expect((await own(karim)).documents).toEqual([])
  })

  test('of a verification and a refusal at once one is made, and of two uploads one is taken', async () => {
    const forms = [await documentForm(marie, 'vat'), await documentForm(marie, 'vat')]
    const answers = await Promise.all(forms.map((body) => marie.try(vigilanceRoutes.submitDocument, { body })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const id = answers.find(({ status }) => status === 201)?.body.id ?? ''
    const decisions = await Promise.all([verify(id), refuse(id)])
    expect(decisions.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('nobody decides about a document of their own', async () => {
    const paul = await world.partner('Paul Ancien')
    const { id } = await sentDocument(paul)
    await world.app.changeRole(paul, 'admin')
    await world.app.signIn(paul, paul.email)
    expect((await verify(id, paul)).body.code).toBe('own_document')
    expect((await refuse(id, paul)).body.code).toBe('own_document')
    expect(await having('to_check')).toEqual([])
  })

  test('commissions that reach 80 % of the threshold ask French businesses for documents, once', async () => {
    await subjects()
    await world.payable(karim, 399_999)
    await world.payable(marie, 600_000)
    await followDocuments(world.app.portal)
    expect(await own(karim)).toMatchObject({ documents: [] })
    await world.payable(karim, 1)
    await Promise.all([followDocuments(world.app.portal), followDocuments(world.app.portal)])
    // Staff withdrew the request for the other one: it is not made again.
    const requested = (await own(karim)).documents.map(({ kind, state }) => [kind, state])
    expect(requested).toEqual([['registration', 'requested']])
    // Marie has no billing data: whether she is a business is not known.
    expect((await subjects()).filter((each) => each.includes('fournir'))).toEqual([
      `${karim.email}: Justificatif à fournir : extrait Kbis ou preuve d’immatriculation`,
    ])
    await followDocuments(world.app.portal)
    expect(await subjects()).toEqual([])
  })

  test('payouts wait with the setting: runs say why, the partner reads it, and approving is refused', async () => {
    const blocked = 'Blocked: Kbis or proof of company registration to be provided, requested on'
    const blockedForPartner = 'Bloqué : extrait Kbis ou preuve d’immatriculation à fournir, demande du'
    const planOf = async (client: Client) => (await world.preview()).payouts.find(({ partner }) => partner.id === client.userId)
    expect((await planOf(karim))?.withheld).toBeNull()
    await world.payable(marie, 1000)
    const [early] = (await world.issued()).filter(({ partner }) => partner.id === karim.userId)
    if (!early) throw new Error('nothing was issued')
    await karim.call(payoutRoutes.acceptPayout, params(early.id))
    await world.programme({ vigilanceHold: true })
    const now = await world.staff.call(payoutRoutes.getPayout, params(early.id))
    expect([now.can.approve, now.waitsFor.length, now.waitsFor[0]?.includes(blocked)]).toEqual([false, 1, true])
    const refused = await world.approve([early])
    expect([refused.status, refused.body.code]).toEqual([409, 'payout_blocked'])
    const approved = world.app.portal.database.asActor({ kind: 'admin', userId: world.staff.userId, rights }, (tx) =>
      tx
        .updateTable('payouts')
        .set({ status: 'approved', approved_by: world.staff.userId, approved_at: world.app.now })
        .where('id', '=', early.id)
        .execute(),
    )
    await expect(approved).rejects.toThrow('waits for documents')
    expect(
      (await karim.call(payoutRoutes.getPayout, params(early.id))).waitsFor.some((each) => each.includes(blockedForPartner)),
    ).toBe(true)
    await world.payable(karim, 2000)
    expect((await planOf(karim))?.withheld).toMatchObject({ code: 'vigilance' })
    expect((await karim.call(payoutRoutes.nextPayout, {})).blocks.length).toBe(1)
    await verify((await sentDocument(karim, 'registration')).id)
    expect((await planOf(karim))?.withheld).toBeNull()
    expect((await world.approve([early])).status).toBe(200)
    await world.programme({})
  })

  test('reminders go out 30, 7 and 0 days before the end, once each, and not when a new document is there', async () => {
    const { id } = await sentDocument(marie, 'insurance', { expiresOn: inDays(20) })
    await verify(id)
    // Ends in 31 days: its first reminder is due tomorrow.
    await verify((await sentDocument(marie, 'identity', { expiresOn: inDays(31) })).id)
    await world.programme({ vigilanceHold: true })
    await subjects()
    const remindersOn: string[][] = []
    const end = inDays(20).split('-').toReversed().join('/')
    for (const days of [0, 1, 12, 6, 1]) {
      world.app.pass(days * day)
      await Promise.all([followDocuments(world.app.portal), followDocuments(world.app.portal)])
      remindersOn.push(await subjects())
    }
    const due = `${marie.email}: Expire le ${end} : attestation d’assurance`
    const identityEnd = inDays(31 - 20)
      .split('-')
      .toReversed()
      .join('/')
    const today = `${marie.email}: Expire aujourd’hui : attestation d’assurance`
    const identity = `${marie.email}: Expire le ${identityEnd} : pièce d’identité`
    expect(remindersOn).toEqual([[due], [identity], [due], [], [today]])
    const signedIn = async (email: string) => {
      const client = world.app.anonymous()
      await world.app.signIn(client, email)
      return client
    }
    const staff = await signedIn('admin@acme.example')
    expect(await having('expiring', staff)).toContain('Marie Dupont')
    expect(await having('expired', staff)).toEqual([])
    world.app.pass(day)
    await followDocuments(world.app.portal)
    expect(await subjects()).toEqual([])
    expect(await having('expired', staff)).toEqual(['Marie Dupont'])
    const later = await signedIn(marie.email)
    expect((await own(later)).blocks).toEqual([`Bloqué : attestation d’assurance expirée le ${end}`])
    await sentDocument(later, 'insurance')
    expect((await own(later)).blocks).toEqual(['Bloqué : attestation d’assurance en cours de vérification'])
  })
})
