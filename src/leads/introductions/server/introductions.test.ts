import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unreadRoutes } from '#communication/lead-news/api/unread.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { everyRow } from '#test/every-row.ts'
import { plainLead } from '#test/lead-samples.ts'
import { offerChanges } from '#test/saved-lists.ts'
import { password } from '#test/test-app.ts'
import { introductionRoutes } from '../api.ts'

const minute = 60_000
const day = 24 * 60 * minute

describe.each(databaseKinds())('clients who introduce themselves, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  test('what a client leaves is the partner’s lead, confirmed once the client has answered', async () => {
    const { body, answer } = await words.leave()
    expect([answer.status, answer.body]).toEqual([202, undefined])
    const [lead] = await words.leads()
    expect(lead).toMatchObject({ company: body.company, notes: body.message, status: 'nouveau', client: { word: 'left' } })
    const id = lead?.id ?? ''
    const before = await words.confirmation(id)
    expect(before.said?.consent?.text).toContain('J’accepte qu’Acme & Fils et')
    expect([before.can.ask, before.said?.mails]).toEqual([false, 1])
    const [mail, ...others] = await words.mailsTo(body.email)
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Confirmez vos coordonnées : Acme & Fils')
    // Whoever filled in the form wrote nothing of the mail.
    for (const half of [mail?.text, mail?.html])
      for (const typedText of [body.name, body.message]) expect(half).not.toContain(typedText)
    expect((await words.mailsTo(words.mail.address)).map(({ subject }) => subject)).toEqual([
      `${body.company} : un client a laissé ses coordonnées`,
    ])
    const token = words.linkIn(mail?.text)
    const rows = await everyRow(words.app)
    const question = await words.app.anonymous().call(clientConfirmationRoutes.openClientConfirmation, { body: { token } })
    expect(question).toMatchObject({ about: 'left', company: body.company, answer: null })
    expect(await everyRow(words.app)).toEqual(rows)
    expect((await words.answer(token, 'yes')).body.question?.answer).toBe('yes')
    expect((await words.leads())[0]?.client).toEqual({ word: 'yes', at: words.app.now.toISOString() })
    const { items } = await words.partner.call(leadRoutes.leadTimeline, { params: { id }, query: {} })
    expect(items.map(({ what }) => what)).toEqual(['lead.client_answered', 'lead.introduced', 'lead.created'])
    // News for the partner and for staff.
    await words.app.marked()
    for (const reader of [words.partner, words.app.admin])
      expect((await reader.call(unreadRoutes.unreadLeads, {})).ids).toContain(id)
  })

  test('consent is asked for, and kept, in the language in which the form was read', async () => {
    const english = { cookie: 'passerelle_language=en' }
    const reader = words.app.anonymous()
    const open = () => reader.call(introductionRoutes.openIntroduction, { body: { token: words.token } }, english)
    const { consent, formToken } = await open()
    expect(consent).toMatch(/^I agree that Acme & Fils and .* keep these details/)
    words.app.pass(10_000)
    const body = { ...words.details(), token: words.token, formToken }
    // The consent that is signed with the form is the one that was read.
    const french = await reader.try(introductionRoutes.leaveDetails, { body }, { cookie: 'passerelle_language=fr' })
    expect(french.body.code).toBe('form_expired')
    expect((await reader.try(introductionRoutes.leaveDetails, { body }, english)).status).toBe(202)
    const [lead] = await words.leads()
    expect((await words.confirmation(lead?.id ?? '')).said?.consent?.text).toBe(consent)
  })

  test('a client chooses among the offers that staff show; without a choice the lead has the last open one', async () => {
    const admin = words.app.admin
    const show = async (key: string, onIntroductions: boolean) => {
      await offerChanges(() => admin).change(key, { description: 'Un site en une semaine.', onIntroductions })
    }
    expect((await words.openForm()).body.offers).toEqual([])
    await show('star', true)
    const star = { key: 'star', name: 'Star 8-12K€', description: 'Un site en une semaine.' }
    expect((await words.openForm()).body.offers).toEqual([star])
    await words.leave(words.details({ company: 'Choisie SAS', offer: 'star' }))
    await words.leave(words.details({ company: 'Sans SAS' }))
    // Not one of those that are shown, as of a page that was opened long ago.
    await words.leave(words.details({ company: 'Autre SAS', offer: 'automation' }))
    const offers = (await words.leads()).map(async ({ id, company, offerType }) => {
      const { said } = await words.confirmation(id)
      return [company, [offerType, said?.isOfferChosen]] as const
    })
    expect(Object.fromEntries(await Promise.all(offers))).toEqual({
      'Choisie SAS': ['star', true],
      'Sans SAS': ['custom', false],
      'Autre SAS': ['custom', false],
    })
    await show('star', false)
  })

  test('a link gets the same answer, whatever the reason why it does not open', async () => {
    const token = words.token
    const answers = [await words.openForm('x'.repeat(22)), await words.openForm('')]
    await words.partner.call(introductionRoutes.pauseIntroductionLink, { body: { paused: true } })
    answers.push(await words.openForm(token))
    await words.partner.call(introductionRoutes.pauseIntroductionLink, { body: { paused: false } })
    const of = { params: { id: words.partner.userId } }
    await words.app.admin.call(introductionRoutes.disablePartnerLink, { ...of, body: { disabled: true } })
    answers.push(await words.openForm(token))
    const refused = await words.partner.try(introductionRoutes.makeIntroductionLink, {})
    expect(refused.body.code).toBe('introduction_link_disabled')
    await words.app.admin.call(introductionRoutes.disablePartnerLink, { ...of, body: { disabled: false } })
    expect((await words.openForm(token)).status).toBe(200)
    const renewed = await words.linkOf(words.partner)
    answers.push(await words.openForm(token))
    await words.app.admin.call(partnerRoutes.revokePartnerContract, { ...of, body: { reason: 'Fin du partenariat' } })
    answers.push(await words.openForm(words.tokenOf(renewed)))
    const summaries = answers.map(({ status, body: { code, detail, facts } }) => [status, code, detail, facts])
    expect(new Set(summaries.map((each) => JSON.stringify(each))).size).toBe(1)
    expect(summaries[0]?.slice(0, 2)).toEqual([410, 'link_invalid'])
    const locked = await words.partner.try(introductionRoutes.getIntroductionLink, {})
    expect(locked.body.code).toBe('contract_not_signed')
    // The token itself is stored nowhere.
    expect(JSON.stringify(await everyRow(words.app))).not.toContain(token)
  })

  test('a form sent twice, also at once, is one lead; programs and forms of yesterday add none', async () => {
    const { formToken } = (await words.openForm()).body
    words.app.pass(10_000)
    const body = { ...words.details(), token: words.token, formToken }
    const send = () => words.app.anonymous().try(introductionRoutes.leaveDetails, { body })
    const twice = await Promise.all([send(), send(), send()])
    expect(twice.map(({ status }) => status)).toEqual([202, 202, 202])
    expect(await words.leads()).toHaveLength(1)
    expect(await words.mailsTo(body.email)).toHaveLength(1)
    const filledByProgram = await words.leave(words.details({ site: 'https://spam.example' }))
    expect(filledByProgram.answer.status).toBe(202)
    const tooFast = await words.leave(words.details(), { after: 1000 })
    expect([tooFast.answer.body.code, tooFast.answer.body.facts]).toEqual(['too_many_requests', { retryAfter: 2 }])
    const old = await words.leave(words.details(), { after: day + minute })
    expect(old.answer.body.code).toBe('form_expired')
    const [head, time = '', signature] = (await words.openForm()).body.formToken.split('.')
    const forged = [head, String(Number(time) - minute), signature].join('.')
    const forgedForm = { ...words.details(), token: words.token, formToken: forged }
    expect((await words.app.anonymous().try(introductionRoutes.leaveDetails, { body: forgedForm })).body.code).toBe(
      'form_expired',
    )
    const withoutConsent = {
      ...words.details({ consent: false }),
      token: words.token,
      formToken: forged,
    } as unknown as typeof forgedForm
    expect((await words.app.anonymous().try(introductionRoutes.leaveDetails, { body: withoutConsent })).body.code).toBe(
      'invalid_input',
    )
    expect(await words.leads()).toHaveLength(1)
  })

  test('a client of another partner is told what everybody is told, and the leads are in conflict', async () => {
    const other = await words.app.newPartner(`autre${words.mail.partners}@exemple.fr`)
    const body = words.details()
    const { id: theirs } = await other.call(leadRoutes.addLead, {
      body: { ...plainLead, company: body.company, email: 'a@autre.example' },
    })
    expect((await words.leave(body)).answer.status).toBe(202)
    const [mine] = await words.leads()
    const conflict = await words.app.admin.call(registrationRoutes.getConflict, { params: { id: mine?.id ?? '' } })
    expect(conflict.claims.map(({ lead }) => [lead.id, lead.client?.word ?? null])).toEqual([
      [theirs, null],
      [mine?.id, 'left'],
    ])
  })

  test('whoever is about to be erased, and leaves their details anew, is told the same and is a new lead', async () => {
    const { body, send } = await words.leave()
    const [lead] = await words.leads()
    await words.app.proven(erasureRoutes.planErasure, { body: { leads: [{ id: lead?.id ?? '', soleTrader: false }], password } })
    expect([(await send()).status, (await words.leads()).length]).toEqual([202, 0])
    expect((await send({ message: 'Encore moi' })).status).toBe(202)
    expect((await words.leave({ ...body, message: 'Et encore' })).answer.status).toBe(202)
    expect((await words.leads()).map(({ company }) => company)).toEqual([body.company])
  })

  test('a client of the same partner is told the same, and their words join the lead', async () => {
    const own = await words.typed()
    const again = await words.leave(words.details({ company: own.company.toUpperCase(), email: own.email.toUpperCase() }))
    expect(again.answer.status).toBe(202)
    expect(await words.leads()).toHaveLength(1)
    const message = 'Nom laissé : Zoé Client\nRappelez-moi lundi'
    expect((await words.confirmation(own.id)).said).toMatchObject({ word: 'left', message, mails: 1 })
    // What differs is kept as it was typed, and said to each reader.
    const { rows } = await words.app.portal.database.asOwner((run) =>
      run('select message, name_left, phone_left from client_confirmations'),
    )
    expect(rows).toContainEqual({ message: 'Rappelez-moi lundi', name_left: 'Zoé Client', phone_left: '' })
    const { said } = await words.app.admin.call(clientConfirmationRoutes.getClientConfirmation, { params: { id: own.id } })
    expect(said?.message).toBe('Name left: Zoé Client\nRappelez-moi lundi')
    expect((await words.leads()).find(({ id }) => id === own.id)?.notes).toBe(own.notes)
  })

  test('what strangers type is text in mail, never a link', async () => {
    await words.leave(words.details({ company: 'https://evil.example/login', name: 'Zoé, evil.example' }))
    const [mail] = await words.mailsTo(words.mail.address)
    expect(mail?.subject).toBe('[lien retiré] : un client a laissé ses coordonnées')
    expect(mail?.text).toContain('Zoé, evil example ([lien retiré]) a laissé ses coordonnées par votre lien.')
    for (const half of [mail?.text, mail?.html]) expect(half).not.toContain('evil.example')
    await words.mail.idle()
    const mails = await words.app.portal.database.asOwner((run) => run("select subject from mails where kind = 'lead_client'"))
    expect(JSON.stringify(mails.rows)).not.toContain('evil.example')
  })

  test('sending is limited by address and link, over all servers', async () => {
    const forms = await Promise.all(Array.from({ length: 31 }, () => words.openForm()))
    words.app.pass(10_000)
    const send = (formToken: string) => ({ ...words.details(), token: words.token, formToken })
    const answers = await Promise.all(
      forms.map(({ body }) => words.app.anonymous().try(introductionRoutes.leaveDetails, { body: send(body.formToken) })),
    )
    const statuses = answers.map(({ status }) => status).toSorted()
    expect([statuses.filter((status) => status === 202).length, statuses.at(-1)]).toEqual([30, 429])
    const responses = await Promise.all(Array.from({ length: 130 }, () => words.openForm('x'.repeat(22))))
    expect(responses.at(-1)?.status).toBe(429)
  })

  test('a deleted lead takes the client’s word and mail with it', async () => {
    const { body } = await words.leave()
    await words.mailsTo(body.email)
    const [lead] = await words.leads()
    const about = async () =>
      JSON.stringify(
        await words.app.portal.database.asOwner(async (run) => [
          (await run('select recipient from mails')).rows,
          (await run('select email from client_confirmations')).rows,
        ]),
      )
    expect(await about()).toContain(body.email)
    await words.partner.call(leadRoutes.deleteLead, { params: { id: lead?.id ?? '' } })
    expect(await about()).not.toContain(body.email)
  })
})
