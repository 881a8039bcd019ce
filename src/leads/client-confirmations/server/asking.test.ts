import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { registrationRoutes } from '#leads/registrations/api/registrations.ts'
import { partnerCorrectionRoutes } from '#partners/corrections/api.ts'
import { programmeRoutes } from '#provider/programme/api.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { programmeForm } from '#test/payout-app.ts'
import { retryJobsNow } from '#test/retry-jobs.ts'
import { password } from '#test/test-app.ts'

const day = 86_400_000
const nobody = 'Aucun message ne peut être envoyé à cette adresse.'

describe.each(databaseKinds())('mail to a client is shown before it is sent, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
    await words.app.admin.call(programmeRoutes.saveProgramme, { body: { ...programmeForm, registrations: true } })
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  const refused = async (id: string) => {
    const { body } = await words.ask(id)
    return [body.code, body.detail]
  }

  const refuse = (id: string) => {
    const body = { ids: [id], reason: 'deja_client' as const, message: 'Déjà suivi par notre équipe' }
    return words.app.admin.call(registrationRoutes.refuseRegistrations, { body })
  }

  test('what is shown is what is sent, but for the client’s own link; another mail is not sent', async () => {
    const lead = await words.typed({ name: 'Paul https://evil.example', company: 'X'.repeat(90) })
    const { mail, can } = await words.confirmation(lead.id)
    expect(can.ask).toBe(true)
    expect(mail?.to).toBe(lead.email)
    expect((await words.ask(lead.id, words.partner, 'of no mail')).body.code).toBe('client_mail_changed')
    await words.partner.call(leadRoutes.editLead, { params: { id: lead.id }, body: { name: 'Paule' } })
    expect((await words.ask(lead.id, words.partner, mail?.digest)).body.code).toBe('client_mail_changed')
    expect(await words.mailsTo(lead.email)).toEqual([])
    const preview = (await words.confirmation(lead.id)).mail
    expect((await words.ask(lead.id, words.partner, preview?.digest)).status).toBe(200)
    const [clientMail, ...others] = await words.mailsTo(lead.email)
    expect(others).toEqual([])
    const plain = (text = '') =>
      text
        .replace(/token=[\w.-]+/g, 'token=…')
        .replace(/\s+/g, ' ')
        .trim()
    expect([clientMail?.subject, plain(clientMail?.text)]).toEqual([preview?.subject, plain(preview?.text)])
    // Names of any length are no text of their own.
    expect(clientMail?.text).toContain(`pour ${'X'.repeat(60)}…. Est-ce exact ?`)
    expect((await words.confirmation(lead.id)).mail).toBeNull()
  })

  test('no client is asked about a refused, appealed, merged or lost lead', async () => {
    const lead = await words.typed()
    const { digest } = (await words.confirmation(lead.id)).mail ?? { digest: '' }
    const params = { params: { id: lead.id } }
    await refuse(lead.id)
    expect(await words.confirmation(lead.id)).toMatchObject({ mail: null, can: { ask: false } })
    expect((await words.ask(lead.id, words.partner, digest)).body.code).toBe('client_not_askable')
    expect((await words.ask(lead.id, words.app.admin, digest)).body.code).toBe('client_not_askable')
    await words.leave(words.details({ company: lead.company, email: lead.email }))
    await words.partner.call(registrationRoutes.appealRefusal, { ...params, body: { message: 'Regardez encore' } })
    expect((await refused(lead.id))[0]).toBe('client_not_askable')
    const stayingLead = await words.typed()
    const double = await words.typed({ company: stayingLead.company })
    const merged = { params: { id: double.id }, body: { into: stayingLead.id, message: '' } }
    await words.app.admin.call(registrationRoutes.mergeRegistration, merged)
    expect((await refused(double.id))[1]).toBe('Ce lead est regroupé avec un lead déjà suivi : son client n’est pas sollicité.')
    const loss = {
      params: { id: stayingLead.id },
      body: { from: 'nouveau', to: 'refuse', loss: { reason: 'budget', note: '' } },
    } as const
    await words.partner.call(leadRoutes.moveLead, loss)
    expect((await refused(stayingLead.id))[1]).toBe('Ce lead est perdu : son client n’est plus sollicité.')
    for (const { email } of [lead, stayingLead, double]) expect(await words.mailsTo(email)).toEqual([])
  })

  test('a mail that waits is not sent once its registration is refused', async () => {
    const lead = await words.typed()
    const tried = Promise.withResolvers<void>()
    words.mail.mailbox.behave({
      rcptOf(address) {
        if (address !== lead.email) return null
        tried.resolve()
        return [451, 'later']
      },
    })
    await words.ask(lead.id)
    await tried.promise
    await refuse(lead.id)
    words.mail.mailbox.behave({})
    await vi.waitFor(async () => expect(await retryJobsNow(words.app.portal.database, 'mail')).toBe(1), 20_000)
    expect(await words.mailsTo(lead.email)).toEqual([])
  })

  test('several addresses of one mailbox are one, at any provider; the partner’s own confirms nothing', async () => {
    const statusFor = async (email: string) => (await words.ask((await words.typed({ email })).id)).status
    const box = (tag: string) => `j.ean${tag}@gmail.com`
    expect([await statusFor(box('+1')), await statusFor('Jean+2@googlemail.com'), await statusFor('je.an@gmail.com')]).toEqual([
      200, 200, 200,
    ])
    expect(await statusFor(box('+4'))).toBe(409)
    const [local, domain] = words.mail.address.split('@')
    for (const own of [words.mail.address, `${local}+client@${domain}`, `${local?.toUpperCase()}+x@${domain}`])
      expect(await refused((await words.typed({ email: own })).id)).toEqual(['client_not_reachable', nobody])
    // An address that they are to get, and the one they had.
    const params = { params: { id: words.partner.userId } }
    const next = `suivante${words.mail.partners}@exemple.fr`
    await words.app.admin.call(partnerCorrectionRoutes.correctPartner, {
      ...params,
      body: { fullName: 'Marie', company: '', email: next, password },
    })
    expect(await refused((await words.typed({ email: next.replace('@', '+a@') })).id)).toEqual(['client_not_reachable', nobody])
    await words.leave(words.details({ email: `${local}+moi@${domain}` }))
    expect((await words.mailsTo(`${local}+moi@${domain}`)).length).toBe(0)
  })

  test('mails are limited by partner and by a company’s domain, not by a provider’s', async () => {
    words.app.pass(8 * day)
    const count = async (domain: string, times: number) => {
      const statuses: number[] = []
      for (let each = 0; each < times; each += 1) {
        const { id } = await words.typed({ email: `p${each}@${domain}` })
        statuses.push((await words.ask(id)).status)
      }
      return statuses.filter((status) => status === 200).length
    }
    const domain = `grande${words.mail.partners}.example`
    expect(await count(domain, 22)).toBe(20)
    expect(await count('orange.fr', 24)).toBe(24)
    const used = (mails: number) =>
      `update client_mail_counts set mails = ${mails} where subject = 'partner ${words.partner.userId}'`
    await words.app.portal.database.asOwner((run) => run(used(99)))
    expect(await count('laposte.net', 2)).toBe(1)
    words.app.pass(8 * day)
    expect(await count(domain, 1)).toBe(1)
  })
})
