import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { clientConfirmationRoutes } from '#leads/client-confirmations/api.ts'
import { leadFileRoutes } from '#leads/leads/api/lead-files.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { erasureRoutes } from '#people-data/erasures/api.ts'
import { followErasures } from '#people-data/erasures/server/follow.ts'
import { requestAddress } from '#platform/api/route.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { leadUpload } from '#test/lead-files.ts'
import { plainLead } from '#test/lead-samples.ts'
import { joinPartner } from '#test/partner-people.ts'
import { type Client, password } from '#test/test-app.ts'
import { requestRoutes } from '../api/requests.ts'
import type { Wish } from '../domain.ts'
import { sweepUnproved } from './queries.ts'

const day = 86_400_000
let serial = 0

describe.each(databaseKinds())('what people ask about their data, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(async () => {
    serial += 1
    await words.next()
  })

  /** No session lives as long as a link or a term. */
  const change = (id: string, set: string) =>
    words.app.portal.database.asOwner((run) => run(`update people_requests set ${set} where id = $1`, [id]))

  const ask = (email: string, wish: Wish = 'read', more: object = {}) =>
    words.app.anonymous().try(requestRoutes.askAboutData, { body: { email, wish, ...more } })
  const linkTo = async (email: string) =>
    /privacy\/request\?token=([\w.-]+)/.exec((await words.mailsTo(email)).at(-1)?.text ?? '')?.[1] ?? ''
  /** The link of a request whose mailbox is proved, and the request as staff read it. */
  const proved = async (email: string, wish: Wish = 'read') => {
    await ask(email, wish)
    const token = await linkTo(email)
    await words.app.anonymous().call(requestRoutes.proveRequest, { body: { token } })
    const { items } = await words.app.admin.call(requestRoutes.listRequests, { query: {} })
    return { token, id: items.find((each) => each.email === email)?.id ?? '' }
  }
  const read = (id: string) => words.app.admin.call(requestRoutes.getRequest, { params: { id } })
  const choose = (id: string, choices: { item: string; shown: boolean; reason?: string }[]) =>
    words.app.admin.try(requestRoutes.chooseItems, {
      params: { id },
      body: { choices: choices.map((each) => ({ reason: '', ...each })) },
    })
  const answer = (id: string, more: object = {}) =>
    words.app.admin.try(requestRoutes.answerRequest, {
      params: { id },
      body: { outcome: 'done', report: 'Voici ce que nous conservons : https://acme.example/a.', ...more },
    })
  /** Files of a ZIP lie in it as they are. */
  const archiveOf = async (
    client: Client,
    route: Parameters<typeof requestAddress>[0],
    parts: Parameters<typeof requestAddress>[1],
  ) => {
    const response = await client.send('GET', requestAddress(route, parts))
    return { status: response.statusCode, text: response.rawPayload.toString('utf8') }
  }
  const ownArchive = (token: string) => archiveOf(words.app.anonymous(), requestRoutes.ownArchive, { query: { token } })
  const add = (contact: object, client = words.partner) =>
    client.call(leadRoutes.addLead, { body: { ...plainLead, company: `Société ${serial}`, ...contact } })

  test('known and unknown addresses get one answer and one mail, whose link changes nothing when opened', async () => {
    const [known, unknown] = [`connu${serial}@personne.example`, `inconnu${serial}@personne.example`]
    await add({ email: known })
    const answers = [await ask(known), await ask(unknown)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [202, undefined],
      [202, undefined],
    ])
    const mails = await Promise.all(
      [known, unknown].map(async (email) => (await words.mailsTo(email)).map(({ subject }) => subject)),
    )
    expect(mails).toEqual([['Votre demande sur vos données : Acme & Fils'], ['Votre demande sur vos données : Acme & Fils']])
    // The page is read in English on this device, and so is the mail of whoever asks there.
    const english = { cookie: 'passerelle_language=en' }
    const asked = [`known${serial}@personne.example`, `unknown${serial}@personne.example`]
    await add({ email: asked[0], company: 'Connue' })
    for (const email of asked)
      await words.app.anonymous().call(requestRoutes.askAboutData, { body: { email, wish: 'read' } }, english)
    for (const email of asked) {
      const [mail] = await words.mailsTo(email)
      expect(mail?.subject).toBe('Your request about your data: Acme & Fils')
      expect(mail?.text).toMatch(/\/privacy\/request\?token=\S+&lang=en/)
      expect(mail?.text).toContain('/privacy?lang=en')
      expect(mail?.html).toContain('If the button does not open')
    }
    const token = await linkTo(unknown)
    const opened = await words.app.anonymous().call(requestRoutes.openRequest, { body: { token } })
    expect(opened).toMatchObject({ wish: 'read', email: unknown, isProved: false, answer: null })
    const emails = async () =>
      (await words.app.admin.call(requestRoutes.listRequests, { query: {} })).items.map(({ email }) => email)
    expect(await emails()).not.toContain(unknown)
    await words.app.anonymous().call(requestRoutes.proveRequest, { body: { token } })
    expect(await emails()).toContain(unknown)
    expect((await words.app.anonymous().try(requestRoutes.openRequest, { body: { token: `${token}x` } })).body.code).toBe(
      'link_invalid',
    )
  })

  test('the archive has the leads of all partners under the mailbox, and nothing of others', async () => {
    const email = `lea${serial}@personne.example`
    const other = await words.app.newPartner(`autre${serial}@exemple.fr`, 'Jean Apporteur')
    const { id: leadId } = await add({ name: 'Léa Canari', email, estimatedAmountCents: 98_765_43, notes: 'Rappeler lundi' })
    await add(
      { name: 'Léa Canari', email: `Lea${serial}+pro@personne.example`, company: 'Seconde', notes: 'Cousine de Zorro' },
      other,
    )
    const signed = { params: { id: leadId }, body: { from: 'nouveau', to: 'signe' } } as const
    await words.partner.call(leadRoutes.moveLead, signed)
    await add({ name: 'Paul Ailleurs', email: `paul${serial}@ailleurs.example`, notes: 'Rien à voir', company: 'Ailleurs' })
    const uploadId = await leadUpload(words.partner, false, 'devis-canari.pdf')
    await words.partner.call(leadFileRoutes.addLeadFile, { params: { id: leadId }, body: { uploadId } })
    await words.partner.call(leadRoutes.commentOnLead, { params: { id: leadId }, body: { body: 'Elle hésite' } })
    const { id, token } = await proved(email)
    expect((await answer(id)).body.code).toBe('texts_unread')
    const { found } = await read(id)
    expect(found.tables.find(({ table }) => table === 'Leads')?.rows).toBe(2)
    // What its partner earns by it is the partner's.
    expect(found.tables.map(({ table }) => table)).not.toContain('Commissions')
    expect(found.items.map(({ text }) => text)).toEqual(
      expect.arrayContaining(['Rappeler lundi', 'Cousine de Zorro', 'Elle hésite', 'devis-canari.pdf']),
    )
    expect((await choose(id, [{ item: found.items[0]?.item ?? '', shown: false }])).body.code).toBe('reason_missing')
    expect((await choose(id, [{ item: 'leads.notes made-up', shown: true }])).body.code).toBe('not_found')
    const fileId = found.items.find(({ kind }) => kind === 'file')?.fileId ?? ''
    const open = (client: Client, file = fileId) => archiveOf(client, requestRoutes.foundFile, { params: { id, fileId: file } })
    expect([(await open(words.app.admin)).text.startsWith('%PDF'), (await open(words.app.admin, leadId)).status]).toEqual([
      true,
      404,
    ])
    expect((await open(await words.app.newStaff(`lecture${serial}@acme.example`, 'viewer'))).status).toBe(403)
    const hidden = 'Cousine de Zorro'
    await choose(
      id,
      found.items.map(({ item, text }) =>
        text.includes(hidden) ? { item, shown: false, reason: 'Nomme un tiers' } : { item, shown: true },
      ),
    )
    expect((await ownArchive(token)).status).toBe(409)
    expect((await answer(id)).status).toBe(200)
    const { text } = await ownArchive(token)
    for (const part of [
      'Léa Canari',
      'Rappeler lundi',
      'Elle hésite',
      'devis-canari.pdf',
      'Jean Apporteur',
      'Nomme un tiers',
      '%PDF',
    ])
      expect(text).toContain(part)
    // Why it is kept, and how long.
    expect(text).toMatch(/3\s(ans|years)/)
    for (const part of ['Zorro', 'Ailleurs', 'Rien à voir', '9876543', '98 765']) expect(text).not.toContain(part)
    const mailed = (await words.mailsTo(email)).at(-1)?.text
    for (const part of ['Voici ce que nous conservons : https://acme.example/a.', 'www.cnil.fr']) expect(mailed).toContain(part)
    expect((await answer(id)).body.code).toBe('request_answered')
    // What somebody writes afterwards is read first.
    await words.partner.call(leadRoutes.commentOnLead, { params: { id: leadId }, body: { body: 'Écrit après' } })
    expect((await ownArchive(token)).text).not.toContain('Écrit après')
    await change(id, `open_until = '2026-01-01'`)
    expect((await ownArchive(token)).status).toBe(409)
  })

  /** What programs read of an archive. */
  const dataOf = (text: string): { records: { table: string; values: Record<string, unknown> }[]; leftOut: object[] } =>
    JSON.parse(/\{\n {2}"madeAt"[\s\S]*?\n\}/.exec(text)?.[0] ?? '')

  test('a text of the history that is shown stands beside what nobody has to read of the same event', async () => {
    const email = `histoire${serial}@personne.example`
    await add({ name: 'Hugo Histoire', email, notes: 'Préfère le matin' })
    const { id } = await proved(email)
    const archive = async () =>
      dataOf((await archiveOf(words.app.admin, requestRoutes.requestArchive, { params: { id } })).text).records
    const added = async () => (await archive()).find(({ table }) => table === 'events')?.values.after
    const contact = { name: 'Hugo Histoire', email }
    expect(await added()).toMatchObject(contact)
    expect(await added()).not.toHaveProperty('notes')
    const { items } = (await read(id)).found
    await choose(
      id,
      items.map(({ item }) => ({ item, shown: true })),
    )
    expect(await added()).toMatchObject({ ...contact, notes: 'Préfère le matin' })
  })

  test('staff decide of leads with the telephone alone, and of a mailbox that two people share', async () => {
    const [email, phone] = [`standard${serial}@personne.example`, `+33 6 00 00 ${String(1000 + serial)}`]
    await add({ name: 'Anne Standard', email, phone })
    await add({ name: 'Luc Voisin', email: `luc${serial}@personne.example`, phone, company: 'Voisine' })
    const { id } = await proved(email)
    const candidates = async () => (await read(id)).found.items.filter(({ kind }) => kind === 'candidate')
    const [luc, ...others] = await candidates()
    expect([luc?.text.includes('Luc Voisin'), others]).toEqual([true, []])
    const staffArchive = async () => (await archiveOf(words.app.admin, requestRoutes.requestArchive, { params: { id } })).text
    expect(await staffArchive()).not.toContain('Luc Voisin')
    await choose(id, [{ item: luc?.item ?? '', shown: true }])
    expect(await staffArchive()).toContain('Luc Voisin')
    await add({ name: 'Berthe Associée', email, company: 'Troisième' })
    const shared = await candidates()
    // What hangs on another's lead is the other's, too, although its address is the same.
    const typed = await words.typed({ email, name: 'Carla Tierce', company: 'Quatrième' })
    await words.ask(typed.id)
    expect(await staffArchive()).not.toContain('Quatrième')
    expect(shared.map(({ text }) => text.split('\n')[0])).toEqual(expect.arrayContaining(['Anne Standard', 'Berthe Associée']))
    expect(await staffArchive()).not.toContain('Anne Standard')
  })

  test('requests of a mailbox in another name are somebody else’s until staff say otherwise', async () => {
    const email = `commune${serial}@personne.example`
    const receivedOn = words.app.now.toISOString().slice(0, 10)
    const form = { wish: 'read', channel: 'letter', email, phone: '', recognised: 'Carte vue', receivedOn } as const
    const enter = (name: string, message: string) =>
      words.app.admin.call(requestRoutes.enterRequest, { body: { ...form, name, message } })
    const other = await enter('Berthe Autre', 'Ma maladie')
    const { id } = await enter('Odon Archive', 'Mes données')
    const again = await enter('ODON  ARCHIVÉ', 'Encore moi')
    const texts = async () => (await read(id)).found.items.map(({ text }) => text)
    const staffArchive = async () => (await archiveOf(words.app.admin, requestRoutes.requestArchive, { params: { id } })).text
    expect(await texts()).toEqual(['Berthe Autre\nMa maladie'])
    expect((await answer(id)).body.code).toBe('texts_unread')
    expect(await staffArchive()).not.toMatch(/Berthe|maladie/)
    expect(await staffArchive()).toContain('Encore moi')
    const [item] = (await read(id)).found.items
    await choose(id, [{ item: item?.item ?? '', shown: true }])
    expect(await staffArchive()).toContain('Ma maladie')
    expect([other.id, again.id]).not.toContain(id)
    // Once others write with this mailbox, whoever asked without a name may be one of them.
    const { id: unnamed } = await proved(email)
    expect((await read(unnamed)).found.items.length).toBe(3)
  })

  test('a client who is another partner’s colleague gets what is theirs, and nothing of that partner', async () => {
    const owner = await words.app.newPartner(`patronne${serial}@exemple.fr`, 'Patronne Autre')
    const email = `double${serial}@exemple.fr`
    await joinPartner(words.app, owner, { email, role: 'member' })
    await add({ name: 'Client Patronne', email: `client${serial}@patronne.example`, company: 'Cliente de la patronne' }, owner)
    await add({ name: 'Double Rôle', email })
    const { id } = await proved(email)
    const { text } = await archiveOf(words.app.admin, requestRoutes.requestArchive, { params: { id } })
    for (const part of ['Double Rôle', email]) expect(text).toContain(part)
    for (const part of [`patronne${serial}@`, 'Patronne Autre', 'Client Patronne', `client${serial}@`])
      expect(text).not.toContain(part)
  })

  test('an answer is due in a month, or in three if the person was told why, and late ones are a task', async () => {
    const email = `delai${serial}@personne.example`
    const { id, token } = await proved(email, 'correct')
    const extend = () =>
      words.app.admin.try(requestRoutes.extendRequest, {
        params: { id },
        body: { reason: 'Beaucoup de dossiers à relire : https://acme.example/a' },
      })
    const { request } = await read(id)
    const months = (n: number) => {
      const at = new Date(request.receivedAt)
      const [date, last] = [at.getUTCDate(), new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + n + 1, 0)).getUTCDate()]
      return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + n, Math.min(date, last))).toISOString().slice(0, 10)
    }
    expect(request.dueAt.slice(0, 10)).toBe(months(1))
    expect((await extend()).body.dueAt.slice(0, 10)).toBe(months(3))
    expect((await extend()).body.code).toBe('extension_impossible')
    expect((await words.mailsTo(email)).at(-1)?.text).toContain('Beaucoup de dossiers à relire : https://acme.example/a')
    expect((await words.app.anonymous().call(requestRoutes.openRequest, { body: { token } })).extension?.reason).toContain(
      'dossiers',
    )
    const late = async () =>
      (await words.app.admin.call(forYouRoutes.getTasks, {})).tasks.find(({ kind }) => kind === 'requestsToAnswer')?.late.count ??
      0
    const before = await late()
    await change(id, `due_at = '2026-01-01'`)
    expect(await late()).toBe(before + 1)
    expect((await answer(id)).status).toBe(200)
  })

  test('what came by letter is entered with how the person was recognised, and its clock begins with its day', async () => {
    const enter = (more: object) =>
      words.app.admin.try(requestRoutes.enterRequest, {
        body: {
          wish: 'forget',
          channel: 'letter',
          email: '',
          name: 'Zoé Courrier',
          receivedOn: words.app.now.toISOString().slice(0, 10),
          recognised: 'Copie de la carte, détruite ensuite',
          ...more,
        },
      })
    expect((await enter({ receivedOn: '2099-01-01' })).body.code).toBe('received_in_future')
    expect((await enter({ receivedOn: '1900-01-01' })).body.fields).toEqual([
      { path: 'receivedOn', message: 'The day of receipt is more than a year ago.' },
    ])
    expect((await enter({ recognised: '' })).status).toBe(422)
    const late = new Date(words.app.now.getTime() - 40 * day).toISOString().slice(0, 10)
    const { body } = await enter({ receivedOn: late })
    expect([body.receivedAt.slice(0, 10), body.can.extend]).toEqual([late, false])
    const program = await words.app.newStaff(`finance${serial}@acme.example`, 'finance')
    expect((await program.try(requestRoutes.listRequests, { query: {} })).body.code).toBe('right_missing')
  })

  test('a request to be forgotten tells the erasure that was planned for its leads, and how many have none', async () => {
    const email = `oubli${serial}@personne.example`
    const { id: leadId } = await add({ name: 'Odile Oubli', email })
    const { id } = await proved(email, 'forget')
    const planned = async () => {
      const { erasure, erasable } = (await read(id)).found
      return [erasure?.dueAt.slice(0, 10) ?? null, erasable.length]
    }
    expect(await planned()).toEqual([null, 1])
    const leads = [{ id: leadId, soleTrader: false }]
    await words.app.admin.call(erasureRoutes.planErasure, { body: { leads, password } })
    expect(await planned()).toEqual([new Date(words.app.now.getTime() + 3 * day).toISOString().slice(0, 10), 0])
  })

  test('a call without an address: decided leads are planned, and their report is its alone', async () => {
    const phone = `06111111${String(serial).padStart(2, '0')}`
    const { id: leadId } = await add({ name: 'Odile Appel', email: `appel${serial}@personne.example`, phone })
    const enter = async (name: string) => {
      const receivedOn = words.app.now.toISOString().slice(0, 10)
      const body = { wish: 'forget', channel: 'call', email: '', name, phone, receivedOn, recognised: 'Rappelée' } as const
      return (await words.app.admin.call(requestRoutes.enterRequest, { body })).id
    }
    const [id, other] = [await enter('Odile Appel'), await enter('Quelqu’un')]
    const { items, erasable } = (await read(id)).found
    expect([items.map(({ item }) => item), erasable]).toEqual([[`lead ${leadId}`], []])
    await choose(id, [{ item: `lead ${leadId}`, shown: true }])
    expect((await read(id)).found.erasable.map((lead) => lead.id)).toEqual([leadId])
    const plan = (requestId: string) => {
      const leads = [{ id: leadId, soleTrader: false }]
      return words.app.admin.try(erasureRoutes.planErasure, { body: { leads, requestId, password } })
    }
    expect((await plan(leadId)).body.code).toBe('not_found')
    expect((await plan(id)).status).toBe(201)
    expect((await read(id)).found).toMatchObject({ erasable: [], erasure: { dueAt: expect.any(String) }, reports: [] })
    words.app.pass(3 * day)
    await followErasures(words.app.portal)
    expect((await read(id)).found.reports).toHaveLength(1)
    expect((await read(other)).found.reports).toEqual([])
  })

  test('an erasure that is planned by a mailbox goes with the open request of that mailbox', async () => {
    const email = `direct${serial}@personne.example`
    const { id: leadId } = await add({ name: 'Odile Direct', email })
    const { id } = await proved(email, 'forget')
    const leads = [{ id: leadId, soleTrader: false }]
    const erasure = await words.app.admin.call(erasureRoutes.planErasure, { body: { leads, password } })
    words.app.pass(3 * day)
    await followErasures(words.app.portal)
    expect((await read(id)).found.reports.map((report) => report.id)).toEqual([erasure.id])
  })

  test('whoever is on the list of refused contacts reads it in the answer and on their page', async () => {
    const email = `liste${serial}@personne.example`
    const { id, token } = await proved(email, 'object')
    expect((await answer(id, { refuse: true })).status).toBe(200)
    expect((await words.mailsTo(email)).at(-1)?.text).toContain('Votre contact figure sur la liste')
    expect((await words.app.anonymous().call(requestRoutes.openRequest, { body: { token } })).isRefused).toBe(true)
  })

  test('whoever objects is refused in every lead and every mail to clients, until they change their mind', async () => {
    const email = `non${serial}@personne.example`
    const { id: leadId } = await add({ email, phone: '06 55 55 55 55' })
    const { id } = await proved(email, 'object')
    const { found } = await read(id)
    expect((await answer(id, { refuse: true, phones: found.phones })).body.isRefused).toBe(true)
    const again = (contact: object) =>
      words.partner.try(leadRoutes.addLead, { body: { ...plainLead, company: `Autre ${serial}`, ...contact } })
    expect((await again({ email })).body.code).toBe('contact_refused')
    expect((await again({ email: `x${email}`, phone: '0655555555' })).body.code).toBe('contact_refused')
    expect((await words.ask(leadId)).body.code).toBe('client_not_reachable')
    const allowed = { params: { id }, body: { phones: found.phones } }
    expect((await words.app.admin.call(requestRoutes.allowContact, allowed)).isRefused).toBe(false)
    expect((await again({ email })).status).toBe(201)
  })

  test('a link ends after three days, a mailbox gets three mails a day, and many requests get a sentence', async () => {
    const email = `lent${serial}@personne.example`
    await ask(email)
    const token = await linkTo(email)
    words.app.pass(4 * day)
    const late = await words.app.anonymous().try(requestRoutes.proveRequest, { body: { token } })
    expect([late.body.code, late.body.detail]).toEqual([
      'link_invalid',
      'Ce lien n’est plus valable : faites une nouvelle demande.',
    ])
    await sweepUnproved(words.app.portal)
    const often = `souvent${serial}@personne.example`
    const answers = []
    for (let n = 0; n < 50; n += 1) answers.push(await ask(often))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 429]))
    expect(answers.at(-1)?.body.detail).toContain('Patientez un quart d’heure')
    expect(await words.mailsTo(often)).toHaveLength(3)
  })

  test('everybody with an account gets their own data after a proof, once a day, and nobody else’s', async () => {
    const partner = await words.app.newPartner(`moi${serial}@exemple.fr`, 'Moi Apportrice')
    const colleague = await joinPartner(words.app, partner, { email: `collegue${serial}@exemple.fr`, role: 'member' })
    const { id: leadId } = await add({ name: 'Client Tiers', email: `tiers${serial}@personne.example` }, partner)
    for (const body of ['Un mot', 'Un autre mot'])
      await partner.call(leadRoutes.commentOnLead, { params: { id: leadId }, body: { body } })
    const prove = (client: Client, body: object) => client.try(requestRoutes.proveForOwnData, { body })
    expect((await prove(partner, {})).body.code).toBe('confirmation_required')
    const nextAt = async () => (await partner.call(requestRoutes.ownDataPace, {})).nextAt
    expect(await nextAt()).toBeNull()
    const { ticket } = (await prove(partner, { password })).body
    const mine = await archiveOf(partner, requestRoutes.ownData, { query: { ticket } })
    expect(mine.text).toContain(`moi${serial}@exemple.fr`)
    for (const part of [`collegue${serial}`, 'Client Tiers', `tiers${serial}`]) expect(mine.text).not.toContain(part)
    const { records, leftOut } = dataOf(mine.text)
    const said = new Set(['created_at', 'occurred_at', 'sent_at', 'received_at'])
    expect(records.filter(({ values }) => Object.keys(values).every((column) => said.has(column)))).toEqual([])
    expect(leftOut).toContainEqual({ where: 'Commentaires et notes', reason: expect.stringContaining('peut nommer'), count: 2 })
    expect((await archiveOf(colleague, requestRoutes.ownData, { query: { ticket } })).status).toBe(410)
    expect(await nextAt()).toBe(new Date(words.app.now.getTime() + day).toISOString())
    const again = await prove(partner, { password })
    expect([again.status, again.body.detail]).toEqual([
      429,
      'Vous avez déjà téléchargé vos données aujourd’hui : revenez demain.',
    ])
    words.app.pass(day)
    expect((await archiveOf(partner, requestRoutes.ownData, { query: { ticket } })).status).not.toBe(200)
  })

  test('after another secret no client is mailed until somebody has read that the list is void', async () => {
    const { id } = await add({ email: `apres${serial}@personne.example` })
    const never = await add({ email: `jamais${serial}@personne.example`, company: 'Jamais' })
    await words.ask(never.id)
    const token = words.linkIn((await words.mailsTo(`jamais${serial}@personne.example`))[0]?.text)
    await words.app.anonymous().call(clientConfirmationRoutes.unsubscribeClient, { query: { token } })
    const adopt = (fingerprint: string) =>
      words.app.portal.database.asActor(system, (tx) =>
        tx.updateTable('installation').set({ secret_fingerprint: fingerprint }).execute(),
      )
    const holds = async () => (await words.app.admin.call(requestRoutes.readClientList, {})).holds
    expect(await holds()).toBe(true)
    await adopt(`another secret ${serial}`)
    expect(await holds()).toBe(false)
    expect((await words.ask(id)).body.code).toBe('client_not_reachable')
    const { tasks } = await words.app.admin.call(forYouRoutes.getTasks, {})
    expect(tasks.map(({ kind }) => kind)).toContain('clientListVoid')
    await words.app.admin.call(requestRoutes.acceptVoidList, {})
    expect(await holds()).toBe(true)
    expect((await words.ask(id)).status).toBe(200)
  })
})
