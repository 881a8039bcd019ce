import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { leadExternalIdRoutes } from '#leads/leads/api/lead-external-ids.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { forYouRoutes } from '#overview/for-you/api.ts'
import { withTransaction } from '#platform/server/transaction.ts'
import { ClientWords } from '#test/client-words.ts'
import { databaseKinds } from '#test/databases.ts'
import { checkRows, importRows } from '#test/imports.ts'
import { plainLead } from '#test/lead-samples.ts'
import { maxRefusedADay, phoneKeys } from '../domain.ts'
import { allowContact, refuseContact } from './commands.ts'
import { areRefused } from './guards.ts'

const sentence = 'Ce contact ne peut pas être enregistré. La société peut l’être avec un autre contact.'
let serial = 0

describe.each(databaseKinds())('contacts that want to be in no lead, on %s', (databaseKind) => {
  let words: ClientWords
  beforeAll(async () => {
    words = await ClientWords.open(databaseKind)
  })
  afterAll(() => words.close())
  beforeEach(() => words.next())

  const asSystem = <T>(run: Parameters<typeof withTransaction<T>>[2]) => withTransaction(words.app.portal, system, run)
  /** A person who is on the list from now on. */
  const refused = async (phone = '') => {
    serial += 1
    const contact = { email: `kim${serial}@refuse.example`, phone }
    await asSystem((context) => refuseContact(context, words.app.portal.config, contact))
    return contact
  }
  const lead = (contact: { email: string; phone?: string }) => ({ ...plainLead, company: `Société ${serial}`, ...contact })
  const add = (contact: { email: string; phone?: string }, client = words.partner) =>
    client.try(leadRoutes.addLead, { body: lead(contact) })
  const counts = () =>
    asSystem(({ tx }) =>
      tx
        .selectFrom('events')
        .select('after')
        .where('name', '=', 'contact.refused')
        .where('subject_id', '=', words.partner.userId)
        .execute(),
    )

  test('form, change, import and API refuse a contact in one sentence, and the link says who may withdraw it', async () => {
    const contact = await refused()
    const typed = await add(contact)
    expect([typed.status, typed.body.code, typed.body.detail]).toEqual([409, 'contact_refused', sentence])
    expect((await add(contact, words.app.admin)).body.code).toMatch(/contact_refused|partner_required/)
    const other = await add({ email: `autre${serial}@refuse.example` })
    expect(other.status).toBe(201)
    const edit = (body: object) => words.partner.try(leadRoutes.editLead, { params: { id: other.body.id }, body })
    expect((await edit({ email: contact.email })).body.code).toBe('contact_refused')
    const row = { name: 'Kim', company: 'Une autre', amount: '10', offer: 'Star' }
    const rows = [
      { ...row, email: contact.email },
      { ...row, email: `seul${serial}@refuse.example` },
    ]
    for (const report of [
      await checkRows(words.partner, { kind: 'leads', rows }),
      await importRows(words.app, words.partner, { kind: 'leads', rows }),
    ]) {
      expect(report[0]).toMatchObject({ outcome: 'refused', messages: [{ path: '', message: sentence }] })
      expect(report[1]?.outcome).toMatch(/ready|imported/)
    }
    const left = await words.leave(words.details({ email: contact.email }))
    expect([left.answer.status, left.answer.body]).toMatchObject([
      409,
      { code: 'contact_refused', detail: expect.stringContaining('https://portal.test/privacy/request') },
    ])
    const byApi = await words.app.admin.try(leadExternalIdRoutes.upsertLead, {
      params: { externalId: `refused ${serial}` },
      body: { ...lead(contact), partnerId: words.partner.userId },
    })
    expect(byApi.body.code).toBe('contact_refused')
    // The partner's own tries alone are counted: typed, changed, twice in a file, and through their link.
    expect((await counts()).map(({ after }) => after)).toEqual(Array(5).fill({ count: 1 }))
  })

  test('capitals, what follows a plus, a Kelvin sign and other spellings of a telephone are the same contact', async () => {
    const { email } = await refused('06 12 34 56 78')
    const [box = '', domain = ''] = email.split('@')
    for (const spelling of [email.toUpperCase(), `${box}+liste@${domain}`])
      expect((await add({ email: spelling })).body.code).toBe('contact_refused')
    const kelvin = { email: email.replace('k', '\u212a'), phone: '' }
    expect(await asSystem(({ tx }) => areRefused(tx, words.app.portal.config, [kelvin]))).toEqual([true])
    // The shape of an address takes no such letter.
    expect((await add(kelvin)).status).not.toBe(201)
    for (const phone of [
      '+33 (0)6 12 34 56 78',
      '0033612345678',
      '06.12.34.56.78',
      '0612345678 poste 12',
      '01 44 55 66 77 ou 06 12 34 56 78',
      '٠٦١٢٣٤٥٦٧٨',
    ])
      expect((await add({ email: `tel${phone.length}@refuse.example`, phone })).body.code).toBe('contact_refused')
    expect((await add({ email: 'voisin@refuse.example', phone: '06 12 34 56 79' })).status).toBe(201)
    await asSystem((context) => allowContact(context, words.app.portal.config, { email, phone: '0612345678' }))
    expect((await add({ email, phone: '0612345678' })).status).toBe(201)
  })

  test('a lead that has the contact already is changed otherwise', async () => {
    serial += 1
    const contact = { email: `avant${serial}@refuse.example`, phone: '' }
    const { id } = (await add(contact)).body
    await asSystem((context) => refuseContact(context, words.app.portal.config, contact))
    const body = { email: contact.email, notes: 'Rappeler' }
    expect((await words.partner.call(leadRoutes.editLead, { params: { id }, body })).notes).toBe('Rappeler')
  })

  test('more than a few in a day are a task of staff, which names the partner', async () => {
    words.app.pass(8 * 86_400_000)
    const contact = await refused()
    const task = async () =>
      (await words.app.admin.call(forYouRoutes.getTasks, {})).tasks.find(({ kind }) => kind === 'contactsRefused')?.only
        ?.partnerId
    for (let n = 0; n < maxRefusedADay; n += 1) await add(contact)
    expect(await task()).not.toBe(words.partner.userId)
    words.app.pass(1)
    await add(contact)
    expect(await task()).toBe(words.partner.userId)
    words.app.pass(8 * 86_400_000)
    expect(await task()).toBeUndefined()
  })

  test('a telephone has the key that leads are compared by', async () => {
    const typed = [
      '06 12 34 56 78',
      '+33 6 12 34 56 78',
      '+33 (0)6 12',
      '0033 (0)6 12 34 56 78',
      '12345',
      '00 41 79 123',
      '612345678',
      '',
    ]
    const { rows } = await asSystem(({ tx }) =>
      sql<{
        key: string
      }>`select app.phone_key(typed) as key from unnest(${typed}::text[]) with ordinality t(typed, at) order by at`.execute(tx),
    )
    expect(typed.map((each) => phoneKeys(each)[0] ?? '')).toEqual(rows.map(({ key }) => key))
    for (const digits of ['０６ １２ ３４ ５６ ７８', '٠٦ ١٢ ٣٤ ٥٦ ٧٨', '०६ १२ ३४ ५६ ७८', '𝟎𝟔 12 34 56 78'])
      expect(phoneKeys(digits)).toEqual(['33612345678'])
    expect(phoneKeys('Tel. 06 12 34 56 78, poste 123')).toContain('33612345678')
    for (const typed of ['(+33) (0)6 12 34 56 78', '33 (0)6 12 34 56 78', '612345678', '0+33612345678', '06 12 34 56 78 #4'])
      expect(phoneKeys(typed)).toContain('33612345678')
    expect(phoneKeys('12, 34')).toEqual([])
  })
})
