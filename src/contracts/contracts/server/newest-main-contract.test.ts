import * as fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { accountRoutes } from '#accounts/auth/api/account.ts'
import { partnerRoutes } from '#partners/partners/api/partners.ts'
import { newId } from '#platform/server/ids.ts'
import { databaseKinds } from '#test/databases.ts'
import { type Client, TestApp } from '#test/test-app.ts'
import { contractRoutes } from '../api/contracts.ts'
import { newestMainId } from './queries.ts'
import { checkSignable, lockSubject } from './signing/subject.ts'

/** Few days, so that equal dates are common. */
const contract = fc.record({
  owner: fc.constantFrom('marie', 'marie', 'karim'),
  id: fc.uuid(),
  type: fc.constantFrom('main' as const, 'main' as const, 'amendment' as const),
  day: fc.integer({ min: 1, max: 3 }),
  state: fc.constantFrom('pending', 'signed', 'revoked', 'declined', 'deleted'),
})
type GeneratedContract = typeof contract extends fc.Arbitrary<infer T> ? T : never

const byAgeThenId = (one: GeneratedContract, other: GeneratedContract) => other.day - one.day || (other.id < one.id ? -1 : 1)

describe.each(databaseKinds())('the newest main contract on %s', (databaseKind) => {
  let app: TestApp
  let marie: Client
  let karim: Client
  beforeAll(async () => {
    app = await TestApp.open(databaseKind)
    marie = await app.newPerson('marie@exemple.fr')
    karim = await app.newPerson('karim@exemple.fr', 'partner', 'Karim Benali')
  })
  afterAll(() => app.close())

  const replaceContracts = (contracts: readonly GeneratedContract[]) =>
    app.portal.database.asActor(system, async (tx) => {
      await tx.deleteFrom('contracts').execute()
      const at = (day: number) => new Date(Date.UTC(2026, 0, day))
      if (contracts.length === 0) return
      await tx
        .insertInto('contracts')
        .values(
          contracts.map(({ owner, id, type, day, state }) => ({
            id,
            user_id: owner === 'marie' ? marie.userId : karim.userId,
            contract_type: type,
            title: `${type} ${day}`,
            link: 'https://documents.example/contract',
            created_at: at(day),
            status: state === 'signed' ? ('signe' as const) : ('en_attente' as const),
            // A contract is often signed long after a newer one was assigned: that does not make it the newest.
            signed_at: state === 'signed' ? at(30 - day) : null,
            signing_method: state === 'signed' ? ('validated' as const) : null,
            revoked_at: state === 'revoked' ? at(30 - day) : null,
            revoke_reason: state === 'revoked' ? 'Le taux a changé' : null,
            declined_at: state === 'declined' ? at(30 - day) : null,
            decline_reason: state === 'declined' ? 'Trop tôt' : null,
          })),
        )
        .execute()
      const deleted = contracts.filter(({ state }) => state === 'deleted').map(({ id }) => id)
      if (deleted.length > 0) await tx.deleteFrom('contracts').where('id', 'in', deleted).execute()
    })

  const inSql = (client: Client, actor: Parameters<typeof app.portal.database.asActor>[0]) =>
    app.portal.database.asActor(actor, async (tx) => {
      const person = sql`${client.userId}::uuid`
      const { rows } = await sql<{ id: string | null; unlocked: boolean }>`
        select ${newestMainId(person)} as id, app.contract_signed(${person}) as unlocked`.execute(tx)
      return rows[0]
    })

  /** The ids of the pending main contracts that signing does not refuse as replaced. */
  const signable = (client: Client, ids: readonly string[]) =>
    app.portal.database.asActor(system, async (tx) => {
      const signableIds: string[] = []
      for (const id of ids) {
        const subject = await lockSubject(tx, id, { partnerId: client.userId })
        const replaced = await checkSignable(tx, subject).then(
          () => false,
          (error: { code: string }) => error.code === 'contract_replaced',
        )
        if (!replaced) signableIds.push(id)
      }
      return signableIds
    })

  test('the lock, the lists and the commands agree on the newest main contract, whatever a partner has', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(contract, { selector: ({ id }) => id, maxLength: 9 }), async (contracts) => {
        await replaceContracts(contracts)
        const partners = (await app.admin.call(partnerRoutes.listPartners, { query: {} })).items
        const all = (await app.admin.call(contractRoutes.listContracts, { query: { limit: 200 } })).items
        for (const [owner, client] of Object.entries({ marie, karim })) {
          const mains = contracts.filter((each) => each.owner === owner && each.state !== 'deleted' && each.type === 'main')
          const newest = mains.sort(byAgeThenId)[0]
          const unlocked = newest?.state === 'signed'
          const inDatabase = { id: newest?.id ?? null, unlocked }
          for (const actor of [
            system,
            { kind: 'admin', userId: app.admin.userId, rights } as const,
            { kind: 'partner', userId: client.userId, partner: soleOwner(client.userId), contractSigned: unlocked } as const,
          ]) {
            expect(await inSql(client, actor)).toEqual(inDatabase)
          }
          expect((await client.call(accountRoutes.getMe, {})).contractSigned).toBe(unlocked)
          const own = (await client.call(contractRoutes.listContracts, { query: {} })).items
          const marked = (rows: typeof all) => rows.filter((row) => row.newestMain).map(({ id }) => id)
          expect(marked(own)).toEqual(newest ? [newest.id] : [])
          expect(own.find((row) => row.contractType === 'main')?.id).toBe(newest?.id)
          expect(marked(all.filter((row) => row.partner.id === client.userId))).toEqual(newest ? [newest.id] : [])
          expect(partners.find(({ id }) => id === client.userId)?.contract).toBe(
            newest ? (unlocked ? 'signe' : 'en_attente') : null,
          )
          const pending = mains.filter(({ state }) => state !== 'signed').map(({ id }) => id)
          expect(await signable(client, pending)).toEqual(newest && !unlocked ? [newest.id] : [])
        }
      }),
      { numRuns: 25 },
    )
  })

  test('one partner’s newest main contract is not told to another', async () => {
    const karims = { owner: 'karim', id: newId(), type: 'main', day: 1, state: 'signed' } as const
    await replaceContracts([karims])
    const asMarie = { kind: 'partner', userId: marie.userId, partner: soleOwner(marie.userId), contractSigned: false } as const
    expect(await inSql(karim, asMarie)).toEqual({ id: null, unlocked: false })
    expect(await inSql(karim, system)).toEqual({ id: karims.id, unlocked: true })
  })

  test('the definition is inlined where it is used, and reads the index of a partner’s contracts', async () => {
    const plan = await app.portal.database.asActor(system, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { rows } = await sql<{ 'QUERY PLAN': string }>`
        explain select p.user_id, ${newestMainId(sql.ref('p.user_id'))} from profiles p`.execute(tx)
      return rows.map((row) => row['QUERY PLAN']).join('\n')
    })
    expect(plan).toContain('contracts_newest_by_user')
    expect(plan).not.toMatch(/Function Scan|Sort/)
  })
})
