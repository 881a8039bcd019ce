import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { databaseKinds } from '#test/databases.ts'
import { inOrder } from '#test/in-order.ts'
import { type Client, password, TestApp } from '#test/test-app.ts'
import { paymentRoutes } from '../api.ts'
import { type BankDetailFilter, bankDetailFilters, bankDetailsState } from '../domain/bank-details.ts'
import { completeOldIbans } from './complete-old-ibans.ts'
import { bankDetailsStates } from './queries.ts'

const iban = 'FR7630006000011234567890189'
const body = { company: 'Dupont', iban, address: '1 rue du Port', country: 'France' }
const hour = 3_600_000

describe.each(databaseKinds())('states of bank details on %s', inOrder, (databaseKind) => {
  let app: TestApp
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
  })
  afterAll(() => app.close())

  const save = (who: Client, change: object = {}) =>
    who.call(paymentRoutes.savePaymentInfo, { body: { ...body, password, ...change } })
  const asOwner = (statement: string, values: unknown[] = []) => app.portal.database.asOwner((run) => run(statement, values))
  const people = async (bank?: BankDetailFilter) =>
    (await app.admin.call(partnerRoutes.listPartners, { query: { bank, limit: 200 } })).items
  const rowOf = async ({ userId }: Client) => (await people()).find(({ id }) => id === userId)?.bankDetails
  const inSql = async ({ userId }: Client, at: Date) => {
    const [row] = await app.portal.database.asActor(system, (tx) =>
      tx.selectFrom(bankDetailsStates(at).as('s')).selectAll().where('s.partner_id', '=', userId).execute(),
    )
    if (!row) throw new Error('everybody has a state')
    return { state: row.state, heldUntil: row.held_until, shared: row.shared, payable: row.payable }
  }

  test('SQL and TypeScript say the same for every combination of facts', async () => {
    const [one, other] = [await app.newPartner('one@exemple.fr'), await app.newPartner('other@exemple.fr')]
    expect(await inSql(one, app.now)).toEqual(bankDetailsState(null, app.now))
    const changedAt = app.now
    await save(one)
    await save(other)
    const refusedOn = async (run: OwnerRun, at: Date | null) => {
      await run('delete from bank_account_answers')
      if (!at) return
      await run(
        `insert into bank_account_answers (partner_id, sent_at, refused_on, refused_reason, changed_at)
          values ($1, $2, '2026-03-05', 'AC04', $2)`,
        [one.userId, at],
      )
    }
    const facts = [true, false].flatMap((checksOut) =>
      // Refused by an answer to a file of before the IBAN was changed, or of now.
      [null, new Date(changedAt.getTime() - 1), changedAt].map((sentAt) => ({ checksOut, sentAt })),
    )
    for (const { checksOut, sentAt } of facts) {
      for (const shared of [true, false]) {
        // In one go, since to connect takes longer than to look.
        await app.portal.database.asOwner(async (run) => {
          await refusedOn(run, sentAt)
          await run(
            `update payment_infos set iban_checks_out = $1, iban_changed_at = $2,
              iban_fingerprint = case when $3 then 'same' else partner_id::text end`,
            [checksOut, changedAt, shared],
          )
        })
        const expectedFacts = { checksOut, changedAt, shared, readable: true, refused: sentAt === changedAt }
        for (const age of [0, 72 * hour - 1, 72 * hour, 720 * hour]) {
          const at = new Date(changedAt.getTime() + age)
          const rule = bankDetailsState(expectedFacts, at)
          expect([checksOut, sentAt, shared, age, await inSql(one, at)]).toEqual([checksOut, sentAt, shared, age, rule])
        }
      }
    }
  })

  test('staff see and filter bank details by their state, in the list and in the export', async () => {
    await asOwner('delete from bank_account_answers')
    await asOwner('delete from payment_infos')
    const names = ['anne', 'bruno', 'carl', 'dora'] as const
    const [anne, bruno, carl, dora] = await Promise.all(names.map((name) => app.newPartner(`${name}@exemple.fr`, name)))
    if (!anne || !bruno || !carl || !dora) throw new Error('four partners')
    await save(anne)
    await save(bruno, { iban: `${iban.slice(0, -1)}8` })
    app.pass(72 * hour)
    await app.signIn(app.admin, 'admin@acme.example')
    await app.signIn(carl, 'carl@exemple.fr')
    const complete = { state: 'complete', changedRecently: false, shared: false, maskedIban: 'FR76 •••• 0189' }
    expect(await rowOf(anne)).toEqual(complete)
    await save(carl)
    expect(await rowOf(anne)).toEqual({ ...complete, shared: true })
    expect(await rowOf(carl)).toEqual({ ...complete, shared: true, changedRecently: true })
    const expected: Record<BankDetailFilter, string[]> = {
      missing: ['dora', 'one', 'other'],
      complete: ['anne', 'carl'],
      checksum: ['bruno'],
      refused: [],
      recent: ['carl'],
      shared: ['anne', 'carl'],
    }
    for (const bank of bankDetailFilters) {
      const emailNames = (await people(bank)).map(({ email }) => email.split('@')[0] ?? '')
      const known = emailNames.filter((name) => [...names, 'one', 'other'].includes(name))
      expect([bank, known.toSorted()]).toEqual([bank, expected[bank]])
      const { count } = await app.admin.call(partnerRoutes.partnerSummary, { query: { bank } })
      expect([bank, count]).toEqual([bank, emailNames.length])
    }
    await asOwner(
      `insert into bank_account_answers (partner_id, sent_at, refused_on, refused_reason, changed_at)
        values ($1, $2, '2026-03-05', 'AC04 : Compte clos', $2)`,
      [anne.userId, app.now],
    )
    expect((await people('refused')).map(({ id, bankDetails }) => [id, bankDetails?.state])).toEqual([[anne.userId, 'refused']])
    await asOwner('delete from bank_account_answers')
    const csv = (await app.admin.send('GET', '/api/partners.csv?bank=shared')).body.split('\r\n')
    expect(csv.find((line) => line.startsWith('carl'))).toContain(';Bank details complete;FR76 •••• 0189;yes;yes')
    const details = await app.admin.call(paymentRoutes.getBankDetails, { params: { id: carl.userId } })
    expect(details.sharedWith).toEqual([{ id: anne.userId, name: 'anne', deleted: false }])
    await app.admin.call(partnerRoutes.deletePartner, { params: { id: anne.userId }, query: {} })
    expect(await rowOf(carl)).toEqual({ ...complete, changedRecently: true })
    expect((await app.admin.try(paymentRoutes.getBankDetails, { params: { id: dora.userId } })).status).toBe(404)
  })

  test('IBANs of before are completed at start: masked, and compared with others', async () => {
    await asOwner('delete from payment_infos')
    const [eva, finn] = [await app.newPartner('eva@exemple.fr'), await app.newPartner('finn@exemple.fr')]
    await save(eva)
    await save(finn)
    const gina = await app.newPartner('gina@exemple.fr')
    await save(gina, { iban: 'FR7630004000031234567890143' })
    const before = (await asOwner('select iban_encrypted, updated_at from payment_infos order by partner_id')).rows
    await asOwner('update payment_infos set iban_fingerprint = null, iban_mask_encrypted = null')
    await asOwner(`update payment_infos set iban_encrypted = 'v1.damaged' where partner_id = $1`, [gina.userId])
    expect(await rowOf(eva)).toMatchObject({ shared: false, maskedIban: null })
    await completeOldIbans(app.portal, app.portal.config)
    expect(await rowOf(eva)).toMatchObject({ state: 'complete', shared: true, maskedIban: 'FR76 •••• 0189' })
    expect(await rowOf(finn)).toMatchObject({ shared: true, maskedIban: 'FR76 •••• 0189' })
    expect(await rowOf(gina)).toMatchObject({ state: 'unreadable', shared: false, maskedIban: null })
    await asOwner('update payment_infos set iban_encrypted = $1 where partner_id = $2', [before[2]?.iban_encrypted, gina.userId])
    expect((await asOwner('select iban_encrypted, updated_at from payment_infos order by partner_id')).rows).toEqual(before)
  })

  test('the database refuses an address without town and country', async () => {
    const hugo = await app.newPartner('hugo@exemple.fr')
    await save(hugo)
    const attempt = app.portal.database.asActor(
      { kind: 'partner', userId: hugo.userId, partner: soleOwner(hugo.userId), contractSigned: true },
      (tx) => sql`update payment_infos set street = 'rue du Port'`.execute(tx),
    )
    await expect(attempt).rejects.toThrow(/payment_infos_postal_address/)
  })
})
