import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { settingsRoutes } from '#access/api/identity.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { leadNoticeRoutes } from '#leads/notices/api.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { leadShareRoutes } from '#leads/shares/api.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { importRows } from '#test/imports.ts'
import type { Client } from '#test/test-app.ts'
import { noticeRoutes } from '../api.ts'
import { noticeAudiences } from '../domain/notices.ts'
import { sendNotices } from './send-commands.ts'

const day = 86_400_000

describe.each(databaseKinds('full'))('people of leads are told, on %s', (databaseKind) => {
  let words: ClientWords
  let admin: Client
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
    admin = words.app.admin
  })
  afterAll(() => words.close())
  beforeEach(async () => {
    // No session lives as long as these tests.
    await words.app.signIn(admin, 'admin@acme.example')
    await words.next()
  })

  const notice = (id: string, by = admin) => by.call(leadNoticeRoutes.getLeadNotice, { params: { id } })
  const settle = (id: string, body: object, by = admin) =>
    by.try(leadNoticeRoutes.settleLeadNotice, { params: { id }, body: body as { state: 'due' } })
  const sendTo = async (...leadIds: string[]) => {
    const { queued } = await admin.call(noticeRoutes.sendNotices, { body: { leadIds } })
    await sendNotices(words.app.portal)
    await words.mail.idle()
    return queued
  }
  const daysLeft = async (id: string) => Math.round((Date.parse((await notice(id)).dueAt) - words.app.now.getTime()) / day)
  const asOwner = (statement: string, ...values: unknown[]) => words.app.portal.database.asOwner((run) => run(statement, values))
  const flat = (text = '') => text.replace(/\s+/g, ' ')

  test('whoever a partner types is due within a month; who came by the link need not be told', async () => {
    const lead = await words.typed()
    expect(await notice(lead.id, words.partner)).toMatchObject({ state: 'due', settledAt: null, by: null })
    expect(await daysLeft(lead.id)).toBeGreaterThan(27)
    const other = await words.app.newPartner(`autre${words.mail.partners}@exemple.fr`)
    expect((await other.try(leadNoticeRoutes.getLeadNotice, { params: { id: lead.id } })).status).toBe(404)
    await words.leave()
    const [left] = (await words.leads()).filter(({ id }) => id !== lead.id)
    expect(await notice(left?.id ?? '')).toMatchObject({ state: 'not_needed', how: 'left', by: null })
  })

  test('the month of imported leads begins with the import, unless the former tool has told them', async () => {
    const row = (name: string) => ({ name, company: name, email: `${name}@importe.example`, amount: '100', offer: 'Avancée' })
    const bring = async (name: string, toldBefore: boolean) => {
      await importRows(words.app, words.partner, { kind: 'leads', rows: [row(name)], settings: { toldBefore } })
      return (await words.leads()).find((each) => each.name === name)?.id ?? ''
    }
    expect(await notice(await bring('Nouvelle', false))).toMatchObject({ state: 'due' })
    expect(await notice(await bring('Connue', true))).toMatchObject({ state: 'otherwise', how: 'former_tool' })
  })

  test('the mail that asks the client to confirm has the notice, and counts once a server has taken it', async () => {
    const lead = await words.typed()
    expect((await words.confirmation(lead.id)).mail?.text).toContain('nous a transmis votre nom')
    words.mail.mailbox.behave({ rcptOf: (address) => (address === lead.email ? [550, 'nobody here'] : null) })
    await words.ask(lead.id)
    await words.mail.idle()
    expect((await notice(lead.id)).state).toBe('due')
    expect((await admin.call(noticeRoutes.getNoticeSummary, {})).ordered).toBeGreaterThan(0)
    words.mail.mailbox.behave({})
    words.app.pass(8 * day)
    await words.ask(lead.id)
    const [mail] = await words.mailsTo(lead.email)
    const { fullName } = await words.partner.call(accountRoutes.getMe, {})
    expect(flat(mail?.text)).toContain(`${fullName} nous a transmis votre nom, votre société et de quoi vous joindre.`)
    expect(flat(mail?.text)).toContain('https://portal.test/privacy')
    expect(flat(mail?.text)).toContain('la CNIL, www.cnil.fr')
    expect(await notice(lead.id)).toMatchObject({ state: 'told', text: { language: 'fr' }, by: null })
    expect((await settle(lead.id, { state: 'due' })).body.code).toBe('told_by_mail')
    await words.partner.call(leadRoutes.editLead, { params: { id: lead.id }, body: { email: 'quelquun@dautre.example' } })
    expect(await notice(lead.id)).toMatchObject({ state: 'due', text: null })
  })

  test('staff tell many at once, each by one mail that names the partner and offers nothing', async () => {
    const leads = [await words.typed(), await words.typed(), await words.typed({ phone: '06 11 22 33 44' })]
    const ids = leads.map(({ id }) => id)
    await asOwner("update leads set email = '' where id = $1", ids[2])
    expect(await sendTo(...ids)).toBe(2)
    expect(await sendTo(...ids)).toBe(0)
    for (const { id, email } of leads.slice(0, 2)) {
      const mails = await words.mailsTo(email)
      expect(mails.map(({ subject }) => subject)).toEqual(['Vos coordonnées chez Acme & Fils'])
      expect(flat(mails[0]?.text)).toContain('nous a transmis votre nom')
      expect(mails[0]?.headers.get('list-unsubscribe')).toContain('/api/client-confirmations/unsubscribe?token=')
      expect(await notice(id)).toMatchObject({ state: 'told', text: { language: 'fr' } })
    }
    expect(await notice(ids[2] ?? '')).toMatchObject({ state: 'due' })
    // The mail ends all others by its own link.
    const [mail] = await words.mailsTo(leads[0]?.email ?? '')
    const token = words.linkIn(mail?.text)
    // Each part stands under what it is about.
    expect(mail?.text).toMatch(/\n\nCombien de temps\n3 ans après/)
    expect(mail?.html).toContain('Combien de temps<br>3 ans après')
    // The notice asks nothing: its link opens the page that ends the mails.
    expect(mail?.text).toContain(`/confirmation?token=${token}&stop`)
    await words.app.anonymous().call(clientConfirmationRoutes.unsubscribeClient, { query: { token } })
    const again = await words.typed({ email: leads[0]?.email, company: 'Encore une société' })
    expect(await sendTo(again.id)).toBe(1)
    expect(await notice(again.id)).toMatchObject({ state: 'no_mail' })
    expect(await words.mailsTo(leads[0]?.email ?? '')).toHaveLength(1)
  })

  test('nobody gets two, whoever sends at once, and limits of mail to clients hold', async () => {
    const email = `souvent@beaucoup${words.mail.partners}.example`
    const leads = []
    for (const company of ['Une', 'Deux', 'Trois', 'Quatre'])
      leads.push(await words.typed({ email, company: `Société ${company}` }))
    await admin.call(noticeRoutes.sendNotices, { body: { leadIds: leads.map(({ id }) => id) } })
    await Promise.all([sendNotices(words.app.portal), sendNotices(words.app.portal)])
    expect(await words.mailsTo(email)).toHaveLength(3)
    const states = await Promise.all(leads.map(async ({ id }) => notice(id)))
    expect(states.map(({ state }) => state).toSorted()).toEqual(['due', 'told', 'told', 'told'])
    expect(states.filter(({ isQueued }) => isQueued)).toHaveLength(1)
    // Everybody who is due stands in one count, so that staff know why a batch leaves somebody out.
    const { due, mailable, queued, postponed, ordered, withoutEmail } = await admin.call(noticeRoutes.getNoticeSummary, {})
    expect([postponed > 0, mailable + queued + postponed + ordered + withoutEmail]).toEqual([true, due])
    const { items } = await admin.call(noticeRoutes.listNotices, { query: { queue: 'queued' } })
    expect(items.some(({ queuedFor }) => Date.parse(queuedFor ?? '') > words.app.now.getTime())).toBe(true)
    words.app.pass(8 * day)
    await sendNotices(words.app.portal)
    expect(await words.mailsTo(email)).toHaveLength(4)
  })

  test('nobody is mailed about a lead that is to be erased, or while nobody knows who wants no mail', async () => {
    const [hidden, other] = [await words.typed(), await words.typed()]
    const restrict = (at: Date | null) =>
      asOwner('select app.restrict_leads(array[$1::text::uuid], $2::text::timestamptz)', hidden.id, at?.toISOString() ?? null)
    const send = async () => {
      await sendNotices(words.app.portal)
      await words.mail.idle()
      return [(await words.mailsTo(hidden.email)).length, (await words.mailsTo(other.email)).length]
    }
    const { due, mailable } = await admin.call(noticeRoutes.getNoticeSummary, {})
    await admin.call(noticeRoutes.sendNotices, { body: { leadIds: [hidden.id, other.id] } })
    await restrict(words.app.now)
    await asOwner('update installation set is_client_list_void = true')
    expect(await send()).toEqual([0, 0])
    await asOwner('update installation set is_client_list_void = false')
    expect(await send()).toEqual([0, 1])
    const { items } = await admin.call(noticeRoutes.listNotices, { query: { limit: 200 } })
    expect(items.map(({ id }) => id)).not.toContain(hidden.id)
    const after = await admin.call(noticeRoutes.getNoticeSummary, {})
    expect([after.due, after.mailable, after.queued]).toEqual([due - 2, mailable - 2, 0])
    await restrict(null)
    expect(await send()).toEqual([1, 1])
  })

  test('whoever else gets the details hastens it, and nothing is stopped', async () => {
    const other = await words.app.newPartner(`suivant${words.mail.partners}@exemple.fr`)
    const [passed, shared, told] = [await words.typed(), await words.typed(), await words.typed()]
    await settle(told.id, { state: 'not_needed' })
    const handOver = { partnerId: other.userId, message: 'Secteur repris' }
    await admin.call(registrationRoutes.handOverLead, { params: { id: passed.id }, body: handOver })
    await admin.call(leadShareRoutes.shareLead, { params: { id: shared.id }, body: { partnerId: other.userId, percent: 20 } })
    await admin.call(registrationRoutes.handOverLead, { params: { id: told.id }, body: handOver })
    expect(await Promise.all([passed, shared].map(({ id }) => daysLeft(id)))).toEqual([0, 0])
    expect(await notice(told.id)).toMatchObject({ state: 'not_needed', how: 'no_person' })
    const { items } = await admin.call(noticeRoutes.listNotices, { query: { queue: 'overdue' } })
    expect(items.map(({ id }) => id).toSorted()).toEqual([passed.id, shared.id].toSorted())
    expect(await admin.call(noticeRoutes.getNoticeSummary, {})).toMatchObject({ overdue: 2 })
  })

  test('staff with the right note what no mail can tell, and take it back', async () => {
    const { id } = await words.typed()
    const manager = await words.app.newStaff(`gestion${words.mail.partners}@acme.example`, 'partner_manager')
    expect((await settle(id, { state: 'not_needed' }, manager)).body.code).toBe('right_missing')
    for (const read of [noticeRoutes.listNotices, noticeRoutes.getNoticeSummary])
      expect((await manager.try(read, { query: {} })).body.code).toBe('right_missing')
    const on = words.app.now.toISOString().slice(0, 10)
    const ahead = new Date(words.app.now.getTime() + 3 * day).toISOString().slice(0, 10)
    expect((await settle(id, { state: 'otherwise', how: 'letter', on: ahead })).status).toBe(422)
    expect((await settle(id, { state: 'impossible', reason: '' })).status).toBe(422)
    const before = { state: 'otherwise', on: '2019-05-02' }
    expect((await settle(id, { ...before, how: 'letter' })).body.fields).toMatchObject([{ path: 'on' }])
    expect((await settle(id, { ...before, how: 'former_tool' })).status).toBe(200)
    expect((await settle(id, { state: 'otherwise', how: 'letter', on })).body).toMatchObject({
      state: 'otherwise',
      how: 'letter',
    })
    expect((await notice(id)).by).not.toBeNull()
    expect(await notice(id, words.partner)).toMatchObject({ state: 'otherwise', how: null, by: null })
    expect((await settle(id, { state: 'impossible', reason: 'Décédé' })).body).toMatchObject({
      state: 'impossible',
      reason: 'Décédé',
    })
    expect((await settle(id, { state: 'due' })).body).toMatchObject({ state: 'due', settledAt: null, reason: '' })
  })

  test('nothing leaves by itself until staff switch it on', async () => {
    const lead = await words.typed()
    await asOwner('update lead_notices set due_at = $2 where lead_id = $1', lead.id, new Date(words.app.now.getTime() + 6 * day))
    await sendNotices(words.app.portal)
    expect(await words.mailsTo(lead.email)).toEqual([])
    const body = { isAutomatic: true }
    expect(await admin.call(noticeRoutes.switchNotices, { body })).toMatchObject(body)
    await sendNotices(words.app.portal)
    await admin.call(noticeRoutes.switchNotices, { body: { isAutomatic: false } })
    expect(await words.mailsTo(lead.email)).toHaveLength(1)
    expect((await notice(lead.id)).state).toBe('told')
  })

  test('each audience reads its notice in its language, now and as it was', async () => {
    const read = (audience: (typeof noticeAudiences)[number], version?: number, language = 'fr') =>
      words.app.anonymous().try(noticeRoutes.readNoticeText, { query: { audience, version } }, { 'accept-language': language })
    for (const audience of noticeAudiences) {
      const { body } = await read(audience)
      expect(body.sections.map(({ key }) => key)).toEqual([
        'controller',
        'source',
        'data',
        'purpose',
        'period',
        'readers',
        'rights',
      ])
      expect(JSON.stringify(body.sections)).toContain('Acme & Fils')
    }
    const before = (await read('client')).body
    // Periods and kinds of recipients come from the register: this portal has a mail server.
    expect(before.sections.find(({ key }) => key === 'period')?.text).toMatch(/^3 ans après votre dernier signe/)
    expect(before.sections.find(({ key }) => key === 'readers')?.text).toContain('nous recourons à')
    await admin.call(settingsRoutes.saveSettings, { body: { contactEmail: 'donnees@acme.example' } })
    await words.mail.idle()
    const after = (await read('client')).body
    expect([after.version, after.sections[0]?.text]).toEqual([
      before.version + 1,
      expect.stringContaining('donnees@acme.example'),
    ])
    expect((await read('client', before.version)).body.sections).toEqual(before.sections)
    expect((await read('client', 999)).status).toBe(404)
    await admin.call(settingsRoutes.saveSettings, { body: { language: 'fr' } })
    expect((await read('client', undefined, 'en')).body.sections[0]?.title).toBe('Who is responsible')
    await admin.call(settingsRoutes.saveSettings, { body: { language: 'specified', contactEmail: 'aide@acme.example' } })
  })
})
