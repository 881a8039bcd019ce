import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { everyRow } from '#test/every-row.ts'
import { plainLead } from '#test/lead-samples.ts'
import { joinPartner, leavePartner } from '#test/partner-people.ts'
import { clientConfirmationRoutes } from '../api.ts'

const day = 86_400_000

describe.each(databaseKinds())('clients who are asked by mail, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  test('the client of a typed lead gets one mail, and their first answer counts', async () => {
    const lead = await words.typed()
    // Two presses at once are one mail.
    const pressed = await Promise.all([words.ask(lead.id), words.ask(lead.id)])
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const [mail, ...others] = await words.mailsTo(lead.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Qui vous a présenté Acme & Fils ?')
    const token = words.linkIn(mail?.text)
    expect(mail?.headers.get('list-unsubscribe')).toBe(
      `<https://portal.test/api/client-confirmations/unsubscribe?token=${token}>`,
    )
    expect(mail?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(mail?.text).toContain(`vous avoir présenté Acme & Fils pour ${lead.company}`)
    expect((await words.ask(lead.id)).body).toMatchObject({ code: 'client_not_askable' })
    // Scanners of mail open what there is to open.
    const response = await words.app.anonymous().send('GET', `/api/client-confirmations/unsubscribe?token=${token}`)
    expect([response.statusCode, response.headers.location]).toEqual([303, `/confirmation?token=${token}&stop`])
    expect((await words.confirmation(lead.id)).said?.word).toBe('asked')
    expect((await words.answer(token, 'other', 'Paul Autre')).body.question?.answer).toBe('other')
    expect((await words.answer(token, 'yes')).body.question?.answer).toBe('other')
    expect(await words.confirmation(lead.id)).toMatchObject({ said: { word: 'other' }, answers: [{ answer: 'other', name: '' }] })
    expect((await words.confirmation(lead.id, words.app.admin)).answers[0]?.name).toBe('Paul Autre')
    expect((await words.mailsTo(words.mail.address)).map(({ subject }) => subject)).toEqual([
      `${lead.company} : réponse du client`,
    ])
    expect((await words.answer(token.replace(/[^.]+$/, 'A'.repeat(43)), 'yes')).body.code).toBe('link_invalid')
  })

  test('a second mail goes after a week, with the same link, and no third', async () => {
    const lead = await words.typed()
    await words.ask(lead.id)
    words.app.pass(8 * day)
    expect((await words.ask(lead.id, words.app.admin)).status).toBe(200)
    const tokens = (await words.mailsTo(lead.email)).map(({ text }) => words.linkIn(text))
    expect([tokens.length, new Set(tokens).size]).toEqual([2, 1])
    words.app.pass(8 * day)
    expect((await words.ask(lead.id)).body.code).toBe('client_not_askable')
    // No session lives as long as a link.
    await words.app.portal.database.asOwner((run) =>
      run("update client_confirmations set expires_at = '2026-01-01' where lead_id = $1", [lead.id]),
    )
    const [token = ''] = tokens
    const dead = await words.app.anonymous().try(clientConfirmationRoutes.openClientConfirmation, { body: { token } })
    expect(dead.body.code).toBe('link_invalid')
    expect((await words.answer(token, 'yes')).body.code).toBe('link_invalid')
    expect((await words.answer(token, 'never')).body.question).toBeNull()
    const next = await words.typed({ email: lead.email, company: 'Encore une autre' })
    expect((await words.ask(next.id)).body.code).toBe('client_not_reachable')
  })

  test('never again holds for every partner and every mail, and says nothing more to whoever asks', async () => {
    const lead = await words.typed()
    await words.ask(lead.id)
    const token = words.linkIn((await words.mailsTo(lead.email))[0]?.text)
    const ended = await words.app.anonymous().try(clientConfirmationRoutes.unsubscribeClient, { query: { token } })
    expect(ended.status).toBe(204)
    expect((await words.confirmation(lead.id)).said?.word).toBe('never')
    const other = await words.app.newPartner(`encore${words.mail.partners}@exemple.fr`)
    const body = { ...plainLead, company: 'Une autre encore', email: lead.email.toUpperCase() }
    const { id } = await other.call(leadRoutes.addLead, { body })
    const refused = await words.ask(id, other)
    expect([refused.body.code, refused.body.detail]).toEqual([
      'client_not_reachable',
      'Aucun message ne peut être envoyé à cette adresse.',
    ])
    // Nor when they leave their details themselves: they are told what everybody is told.
    expect((await words.leave(words.details({ email: lead.email }))).answer.status).toBe(202)
    expect(await words.mailsTo(lead.email)).toHaveLength(1)
    const addresses = (await everyRow(words.app)).filter(([table]) => table === 'client_addresses')
    expect(JSON.stringify(addresses)).not.toContain('typed.example')
    // One’s own address gets the same answer, and so does one that many ask.
    const own = await words.typed({ email: words.mail.address })
    expect((await words.ask(own.id)).body.detail).toBe(refused.body.detail)
    // So does a colleague's, whoever asks, and one of somebody who left.
    const { app, partner } = words
    const colleague = await joinPartner(app, partner, { email: `collegue.${words.mail.address}`, role: 'member' })
    const former = await joinPartner(app, partner, { email: `ancienne.${words.mail.address}`, role: 'member' })
    await leavePartner(app, former)
    for (const email of [`collegue.${words.mail.address}`, `ancienne.${words.mail.address}`]) {
      expect((await words.ask((await words.typed({ email })).id)).body.detail).toBe(refused.body.detail)
    }
    const owners = { ...plainLead, company: 'Du collègue', email: words.mail.address }
    const typed = await colleague.call(leadRoutes.addLead, { body: owners })
    expect((await words.ask(typed.id, colleague)).body.detail).toBe(refused.body.detail)
    for (const expected of [200, 200, 200, 409])
      expect((await words.ask((await words.typed({ email: 'beaucoup@typed.example' })).id)).status).toBe(expected)
  })

  test('a partner cannot forge the client’s word: another address, company or partner has none', async () => {
    const lead = await words.typed()
    await words.ask(lead.id)
    const token = words.linkIn((await words.mailsTo(lead.email))[0]?.text)
    await words.answer(token, 'yes')
    expect((await words.leads())[0]?.client?.word).toBe('yes')
    const edit = (body: object) => words.partner.call(leadRoutes.editLead, { params: { id: lead.id }, body })
    expect((await edit({ name: 'Un autre nom' })).client?.word).toBe('yes')
    expect((await edit({ email: 'vrai@client.example' })).client).toBeNull()
    await words.ask(lead.id)
    const pending = words.linkIn((await words.mailsTo('vrai@client.example'))[0]?.text)
    await edit({ company: 'Une grande société' })
    expect((await words.answer(pending, 'yes')).body.code).toBe('link_invalid')
    expect((await words.leads())[0]?.client).toBeNull()
    const confirmed = await words.leave()
    const client = words.linkIn((await words.mailsTo(confirmed.body.email))[0]?.text)
    await words.answer(client, 'yes')
    const introduced = (await words.leads()).find(({ company }) => company === confirmed.body.company)
    const other = await words.app.newPartner(`suite${words.mail.partners}@exemple.fr`)
    const handedOver = { params: { id: introduced?.id ?? '' }, body: { partnerId: other.userId, message: 'Secteur repris' } }
    await words.app.admin.call(registrationRoutes.handOverLead, handedOver)
    expect(await words.confirmation(introduced?.id ?? '', other)).toMatchObject({ said: null, can: { ask: true } })
    const { status } = await words.partner.try(clientConfirmationRoutes.getClientConfirmation, { params: handedOver.params })
    expect(status).toBe(404)
  })
})
