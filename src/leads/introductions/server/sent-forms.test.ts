import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { sweepForms } from './sent-forms.ts'

describe.each(databaseKinds())('a form that is sent again, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  test('with other contents corrects its lead while nobody else has touched it: the new address is asked', async () => {
    const { body, send } = await words.leave()
    const [first] = await words.leads()
    const old = await words.linkTo(body.email)
    const right = { email: `zoe@juste-${first?.id}.example`, phone: '06 12 34 56 78' }
    expect((await send(right)).status).toBe(202)
    const [lead, ...others] = await words.leads()
    expect(others).toEqual([])
    expect(lead).toMatchObject({ id: first?.id, company: body.company, ...right, client: { word: 'left' } })
    expect((await words.answer(old, 'yes')).body.code).toBe('link_invalid')
    // Either contents once more change nothing.
    for (const copy of [{}, right]) expect((await send(copy)).status).toBe(202)
    expect(await words.leads()).toMatchObject([right])
    await words.answer(await words.linkTo(right.email), 'yes')
    expect((await words.leads())[0]?.client?.word).toBe('yes')
    const { items } = await words.partner.call(leadRoutes.leadTimeline, { params: { id: lead?.id ?? '' }, query: {} })
    expect(items.map(({ what }) => what)).toContain('lead.changed')
  })

  test('after the partner’s edit, it is a message about the same lead, or a second lead', async () => {
    const { body, send } = await words.leave()
    const [lead] = await words.leads()
    const params = { params: { id: lead?.id ?? '' } }
    await words.partner.call(leadRoutes.editLead, { ...params, body: { notes: 'Rappelée lundi' } })
    expect((await send({ phone: '06 00 00 00 00', message: 'Plutôt mardi' })).status).toBe(202)
    expect(await words.leads()).toMatchObject([{ id: lead?.id, phone: '', notes: 'Rappelée lundi' }])
    const { said } = await words.confirmation(lead?.id ?? '')
    expect(said?.message).toBe('Téléphone laissé : 06 00 00 00 00\nPlutôt mardi')
    const second = { company: `${body.company} Nord`, email: body.email.replace('zoe', 'nord') }
    expect((await send(second)).status).toBe(202)
    expect((await send(second)).status).toBe(202)
    const both = await words.leads()
    expect(both.map(({ company }) => company).toSorted()).toEqual([body.company, second.company])
    expect(await words.mailsTo(second.email)).toHaveLength(1)
  })

  test('after the client has answered, it is another lead', async () => {
    const { body, send } = await words.leave()
    await words.answer(await words.linkTo(body.email), 'yes')
    await send({ company: `${body.company} Sud` })
    expect(await words.leads()).toHaveLength(2)
    expect((await words.leads()).find(({ company }) => company === body.company)?.client?.word).toBe('yes')
  })

  test('sent with different contents at once, each contents is a lead or a correction, and none an error', async () => {
    const formToken = (await words.openForm()).body.formToken
    words.app.pass(10_000)
    const forms = [words.details(), words.details(), words.details()]
    const answers = await Promise.all(forms.map((form) => words.sendForm({ ...form, formToken })))
    expect(answers.map(({ status }) => status)).toEqual([202, 202, 202])
    const [lead, ...others] = await words.leads()
    expect(others).toEqual([])
    expect(forms.map(({ email }) => email)).toContain(lead?.email)
  })

  test('after its lead was deleted makes no lead: the client is told to send a new one, which does', async () => {
    const { body, send } = await words.leave()
    const [lead] = await words.leads()
    await words.partner.call(leadRoutes.deleteLead, { params: { id: lead?.id ?? '' } })
    for (const again of [{}, { phone: '06 00 00 00 00' }]) {
      const refused = await send(again)
      expect([refused.status, refused.body.code]).toEqual([409, 'form_used'])
    }
    expect(await words.leads()).toEqual([])
    expect((await words.leave(body)).answer.status).toBe(202)
    const anew = await words.leads()
    expect(anew).toMatchObject([{ company: body.company }])
    expect(anew[0]?.id).not.toBe(lead?.id)
  })

  test('forms are forgotten once they can be sent no more, and tell nobody what was typed', async () => {
    const { body } = await words.leave()
    const formRows = () => words.app.portal.database.asOwner(async (run) => (await run('select * from introduction_forms')).rows)
    expect(JSON.stringify(await formRows())).not.toContain(body.email)
    words.app.pass(3 * 86_400_000)
    await sweepForms(words.app.portal)
    expect(await formRows()).toEqual([])
  })
})
