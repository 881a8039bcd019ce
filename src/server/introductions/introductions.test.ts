import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { clientConfirmationRoutes } from '#api/client-confirmations.ts'
import { introductionRoutes } from '#api/introductions.ts'
import { leadRoutes } from '#api/leads.ts'
import { partnerRoutes } from '#api/partners.ts'
import { registrationRoutes } from '#api/registrations.ts'
import { unreadRoutes } from '#api/unread.ts'
import { databaseKinds } from '#test/databases.ts'
import { everyRow } from '#test/every-row.ts'
import { plainLead } from '#test/lead-samples.ts'
import { PartnerMail } from '#test/partner-mail.ts'
import type { Client } from '#test/test-app.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(databaseKinds())('clients who introduce themselves, on %s', (databaseKind) => {
  let world: PartnerMail
  let url = ''
  let clients = 0
  beforeAll(async () => {
    world = await PartnerMail.open(databaseKind)
  })
  afterAll(() => world.close())
  beforeEach(async () => {
    await world.next()
    url = await linkOf(world.partner)
    // Limits of one address are those of another test.
    world.app.pass(2 * 60 * minute)
  })

  const linkOf = async (partner: Client) => {
    await partner.call(introductionRoutes.makeIntroductionLink, {})
    return (await partner.call(introductionRoutes.getIntroductionLink, {})).link?.url ?? ''
  }
  const tokenOf = (address: string) => address.split('/').at(-1) ?? ''
  const open = (token: string) => world.app.anonymous().try(introductionRoutes.openIntroduction, { body: { token } })
  const details = (more: object = {}) => {
    clients += 1
    const mine = { name: 'Zoé Client', company: `Client ${clients} SAS`, email: `zoe${clients}@client.example` }
    return { ...mine, phone: '', message: 'Rappelez-moi lundi', consent: true as const, site: '', ...more }
  }
  /** Opens the form, fills it in for a while, and sends it. */
  const leave = async (body = details(), { after = 10_000, token = tokenOf(url) } = {}) => {
    const { formToken } = (await open(token)).body
    world.app.pass(after)
    const sent = { ...body, token, formToken }
    const send = () => world.app.anonymous().try(introductionRoutes.leaveDetails, { body: sent })
    return { body, sent, send, answer: await send() }
  }
  const leads = async () => (await world.partner.call(leadRoutes.listLeads, { query: {} })).items
  const mailsTo = async (address: string) => {
    await world.idle()
    return world.mailbox.mails.filter(({ to }) => to === address)
  }
  const tokenIn = (text = '') => /confirmation\?token=([\w.-]+)/.exec(text)?.[1] ?? ''
  const answer = (token: string, given: 'yes' | 'other' | 'no' | 'never', name = '') =>
    world.app.anonymous().try(clientConfirmationRoutes.answerClientConfirmation, { body: { token, answer: given, name } })
  const typed = async (more: object = {}) => {
    clients += 1
    const email = `client${clients}@typed.example`
    return world.partner.call(leadRoutes.addLead, { body: { ...plainLead, company: `Typé ${clients}`, email, ...more } })
  }
  const ask = (id: string, by = world.partner) => by.try(clientConfirmationRoutes.askClient, { params: { id } })
  const said = (id: string, by = world.partner) => by.call(clientConfirmationRoutes.getClientConfirmation, { params: { id } })

  test('what a client leaves is the partner’s lead, with consent and time, confirmed once the client has answered', async () => {
    const { body, answer: sent } = await leave()
    expect([sent.status, sent.body]).toEqual([202, undefined])
    const [lead] = await leads()
    expect(lead).toMatchObject({ company: body.company, notes: body.message, status: 'nouveau', client: { word: 'left' } })
    const id = lead?.id ?? ''
    const before = await said(id)
    expect(before.said?.consent?.text).toContain('J’accepte que Acme & Fils et')
    expect([before.can.ask, before.said?.mails]).toEqual([false, 1])
    const [mail, ...others] = await mailsTo(body.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirmez vos coordonnées : Acme & Fils')
    // Whoever filled in the form wrote nothing of the mail.
    for (const half of [mail?.text, mail?.html])
      for (const typedText of [body.name, body.message]) expect(half).not.toContain(typedText)
    expect((await mailsTo(world.address)).map(({ subject }) => subject)).toEqual([
      `${body.company} : un client a laissé ses coordonnées`,
    ])
    const token = tokenIn(mail?.text)
    const rows = await everyRow(world.app)
    const question = await world.app.anonymous().call(clientConfirmationRoutes.openClientConfirmation, { body: { token } })
    expect(question).toMatchObject({ about: 'left', company: body.company, answer: null })
    expect(await everyRow(world.app)).toEqual(rows)
    expect((await answer(token, 'yes')).body.question?.answer).toBe('yes')
    expect((await leads())[0]?.client).toEqual({ word: 'yes', at: world.app.now.toISOString() })
    const { items } = await world.partner.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items.map(({ what }) => what)).toEqual(['lead.client_answered', 'lead.introduced', 'lead.created'])
    // News for the partner and for staff.
    for (const reader of [world.partner, world.app.admin])
      expect((await reader.call(unreadRoutes.unreadLeads, {})).ids).toContain(id)
  })

  test('an unknown, renewed, paused or disabled link, and one without a contract, get one and the same answer', async () => {
    const token = tokenOf(url)
    const answers = [await open('x'.repeat(22)), await open('')]
    await world.partner.call(introductionRoutes.pauseIntroductionLink, { body: { paused: true } })
    answers.push(await open(token))
    await world.partner.call(introductionRoutes.pauseIntroductionLink, { body: { paused: false } })
    const of = { params: { id: world.partner.userId } }
    await world.app.admin.call(introductionRoutes.disablePartnerLink, { ...of, body: { disabled: true } })
    answers.push(await open(token))
    const refused = await world.partner.try(introductionRoutes.makeIntroductionLink, {})
    expect(refused.body.code).toBe('introduction_link_disabled')
    await world.app.admin.call(introductionRoutes.disablePartnerLink, { ...of, body: { disabled: false } })
    expect((await open(token)).status).toBe(200)
    const renewed = await linkOf(world.partner)
    answers.push(await open(token))
    await world.app.admin.call(partnerRoutes.revokePartnerContract, { ...of, body: { reason: 'Fin du partenariat' } })
    answers.push(await open(tokenOf(renewed)))
    const seen = answers.map(({ status, body: { code, detail, facts } }) => [status, code, detail, facts])
    expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(seen[0]?.slice(0, 2)).toEqual([410, 'link_invalid'])
    const locked = await world.partner.try(introductionRoutes.getIntroductionLink, {})
    expect(locked.body.code).toBe('contract_not_signed')
    // The token itself is stored nowhere.
    expect(JSON.stringify(await everyRow(world.app))).not.toContain(token)
  })

  test('a form sent twice, also at once, is one lead; programs and forms of yesterday add none', async () => {
    const { formToken } = (await open(tokenOf(url))).body
    world.app.pass(10_000)
    const body = { ...details(), token: tokenOf(url), formToken }
    const send = () => world.app.anonymous().try(introductionRoutes.leaveDetails, { body })
    const twice = await Promise.all([send(), send(), send()])
    expect(twice.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await leads()).toHaveLength(1)
    expect(await mailsTo(body.email)).toHaveLength(1)
    const filledByProgram = await leave(details({ site: 'https://spam.example' }))
    expect(filledByProgram.answer.status).toBe(202)
    const tooFast = await leave(details(), { after: 1000 })
    expect([tooFast.answer.body.code, tooFast.answer.body.facts]).toEqual(['too_many_requests', { retryAfter: 2 }])
    const old = await leave(details(), { after: day + minute })
    expect(old.answer.body.code).toBe('form_expired')
    const [head, time = '', signature] = (await open(tokenOf(url))).body.formToken.split('.')
    const forged = [head, String(Number(time) - minute), signature].join('.')
    const sent = { ...details(), token: tokenOf(url), formToken: forged }
    expect((await world.app.anonymous().try(introductionRoutes.leaveDetails, { body: sent })).body.code).toBe('form_expired')
    const withoutConsent = { ...details({ consent: false }), token: tokenOf(url), formToken: forged } as unknown as typeof sent
    expect((await world.app.anonymous().try(introductionRoutes.leaveDetails, { body: withoutConsent })).body.code).toBe(
      'invalid_input',
    )
    expect(await leads()).toHaveLength(1)
  })

  test('a known client is told what everybody is told: another partner’s lead is in conflict, one’s own gets the client’s word', async () => {
    const other = await world.app.newPartner(`autre${clients}@exemple.fr`)
    const body = details()
    const { id: theirs } = await other.call(leadRoutes.addLead, {
      body: { ...plainLead, company: body.company, email: 'a@autre.example' },
    })
    expect((await leave(body)).answer.status).toBe(202)
    const [mine] = await leads()
    const conflict = await world.app.admin.call(registrationRoutes.getConflict, { params: { id: mine?.id ?? '' } })
    expect(conflict.claims.map(({ lead }) => [lead.id, lead.client?.word ?? null])).toEqual([
      [theirs, null],
      [mine?.id, 'left'],
    ])
    const own = await typed()
    const again = await leave(details({ company: own.company.toUpperCase(), email: own.email.toUpperCase() }))
    expect(again.answer.status).toBe(202)
    expect(await leads()).toHaveLength(2)
    expect((await said(own.id)).said).toMatchObject({ word: 'left', message: 'Rappelez-moi lundi', mails: 1 })
    expect((await leads()).find(({ id }) => id === own.id)?.notes).toBe(own.notes)
  })

  test('sending is limited by address and link, over all servers', async () => {
    const forms = await Promise.all(Array.from({ length: 31 }, () => open(tokenOf(url))))
    world.app.pass(10_000)
    const send = (formToken: string) => ({ ...details(), token: tokenOf(url), formToken })
    const sent = await Promise.all(
      forms.map(({ body }) => world.app.anonymous().try(introductionRoutes.leaveDetails, { body: send(body.formToken) })),
    )
    const statuses = sent.map(({ status }) => status).toSorted()
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([30, 429])
    const opened = await Promise.all(Array.from({ length: 130 }, () => open('x'.repeat(22))))
    expect(opened.at(-1)?.status).toBe(429)
  })

  test('the client of a typed lead gets one mail with one button and a one-click end; the first answer counts', async () => {
    const lead = await typed()
    // Two presses at once are one mail.
    const pressed = await Promise.all([ask(lead.id), ask(lead.id)])
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [mail, ...others] = await mailsTo(lead.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Qui vous a présenté Acme & Fils ?')
    const token = tokenIn(mail?.text)
    expect(mail?.headers.get('list-unsubscribe')).toBe(
      `<https://portal.test/api/client-confirmations/unsubscribe?token=${token}>`,
    )
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(`vous avoir présenté Acme & Fils pour ${lead.company}`)
    expect((await ask(lead.id)).body).toMatchObject({ code: 'client_not_askable' })
    // Scanners of mail open what there is to open.
    const opened = await world.app.anonymous().send('GET', `/api/client-confirmations/unsubscribe?token=${token}`)
    expect([opened.statusCode, opened.headers.location]).toEqual([303, `/confirmation?token=${token}`])
    expect((await said(lead.id)).said?.word).toBe('asked')
    expect((await answer(token, 'other', 'Paul Autre')).body.question?.answer).toBe('other')
    expect((await answer(token, 'yes')).body.question?.answer).toBe('other')
    expect((await said(lead.id)).said).toMatchObject({ word: 'other', answerName: '' })
    expect((await said(lead.id, world.app.admin)).said?.answerName).toBe('Paul Autre')
    expect((await mailsTo(world.address)).map(({ subject }) => subject)).toEqual([`${lead.company} : réponse du client`])
    expect((await answer(token.replace(/[^.]+$/, 'A'.repeat(43)), 'yes')).body.code).toBe('link_invalid')
  })

  test('a second mail goes after a week, with the same link, and no third', async () => {
    const lead = await typed()
    await ask(lead.id)
    world.app.pass(8 * day)
    expect((await ask(lead.id, world.app.admin)).status).toBe(200)
    const tokens = (await mailsTo(lead.email)).map(({ text }) => tokenIn(text))
    expect([tokens.length, new Set(tokens).size]).toEqual([2, 1])
    world.app.pass(8 * day)
    expect((await ask(lead.id)).body.code).toBe('client_not_askable')
    // No session lives as long as a link.
    await world.app.portal.database.asOwner((run) => run(`update client_confirmations set expires_at = '2026-01-01'`))
    const [token = ''] = tokens
    const dead = await world.app.anonymous().try(clientConfirmationRoutes.openClientConfirmation, { body: { token } })
    expect(dead.body.code).toBe('link_invalid')
    expect((await answer(token, 'yes')).body.code).toBe('link_invalid')
    expect((await answer(token, 'never')).body.question).toBeNull()
    const next = await typed({ email: lead.email, company: 'Encore une autre' })
    expect((await ask(next.id)).body.code).toBe('client_not_reachable')
  })

  test('never again holds for every partner and every mail, and says nothing more to whoever asks', async () => {
    const lead = await typed()
    await ask(lead.id)
    const token = tokenIn((await mailsTo(lead.email))[0]?.text)
    const ended = await world.app.anonymous().try(clientConfirmationRoutes.unsubscribeClient, { query: { token } })
    expect(ended.status).toBe(204)
    expect((await said(lead.id)).said?.word).toBe('never')
    const other = await world.app.newPartner(`encore${clients}@exemple.fr`)
    const body = { ...plainLead, company: 'Une autre encore', email: lead.email.toUpperCase() }
    const { id } = await other.call(leadRoutes.addLead, { body })
    const refused = await ask(id, other)
    expect([refused.body.code, refused.body.detail]).toEqual([
      'client_not_reachable',
      'Aucun message ne peut être envoyé à cette adresse.',
    ])
    // Nor when they leave their details themselves: they are told what everybody is told.
    expect((await leave(details({ email: lead.email }))).answer.status).toBe(202)
    expect(await mailsTo(lead.email)).toHaveLength(1)
    const addresses = (await everyRow(world.app)).filter(([table]) => table === 'client_addresses')
    expect(JSON.stringify(addresses)).not.toContain('typed.example')
    // One’s own address gets the same answer, and so does one that many ask.
    const own = await typed({ email: world.address })
    expect((await ask(own.id)).body.detail).toBe(refused.body.detail)
    for (const expected of [200, 200, 200, 409])
      expect((await ask((await typed({ email: 'beaucoup@typed.example' })).id)).status).toBe(expected)
  })

  test('a partner cannot forge the client’s word: another address, company or partner has none', async () => {
    const lead = await typed()
    await ask(lead.id)
    const token = tokenIn((await mailsTo(lead.email))[0]?.text)
    await answer(token, 'yes')
    expect((await leads())[0]?.client?.word).toBe('yes')
    const edit = (body: object) => world.partner.call(leadRoutes.editLead, { params: { id: lead.id }, body })
    expect((await edit({ name: 'Un autre nom' })).client?.word).toBe('yes')
    expect((await edit({ email: 'vrai@client.example' })).client).toBeNull()
    await ask(lead.id)
    const pending = tokenIn((await mailsTo('vrai@client.example'))[0]?.text)
    await edit({ company: 'Une grande société' })
    expect((await answer(pending, 'yes')).body.code).toBe('link_invalid')
    expect((await leads())[0]?.client).toBeNull()
    const confirmed = await leave()
    const client = tokenIn((await mailsTo(confirmed.body.email))[0]?.text)
    await answer(client, 'yes')
    const introduced = (await leads()).find(({ company }) => company === confirmed.body.company)
    const other = await world.app.newPartner(`suite${clients}@exemple.fr`)
    const handedOver = { params: { id: introduced?.id ?? '' }, body: { partnerId: other.userId, message: 'Secteur repris' } }
    await world.app.admin.call(registrationRoutes.handOverLead, handedOver)
    expect(await said(introduced?.id ?? '', other)).toMatchObject({ said: null, can: { ask: true } })
    const { status } = await world.partner.try(clientConfirmationRoutes.getClientConfirmation, { params: handedOver.params })
    expect(status).toBe(404)
  })

  test('a deleted lead takes the client’s word and mail with it', async () => {
    const { body } = await leave()
    await mailsTo(body.email)
    const [lead] = await leads()
    const about = async () =>
      JSON.stringify(
        await world.app.portal.database.asOwner(async (run) => [
          (await run('select recipient from mails')).rows,
          (await run('select email from client_confirmations')).rows,
        ]),
      )
    expect(await about()).toContain(body.email)
    await world.partner.call(leadRoutes.deleteLead, { params: { id: lead?.id ?? '' } })
    expect(await about()).not.toContain(body.email)
  })
})
