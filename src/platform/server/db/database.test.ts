import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anonymous, soleOwner, system } from '#access/domain/actor.ts'
import { rights } from '#access/domain/staff-rights.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import type { Database, Tx } from './database.ts'
import { DatabaseError } from './database-error.ts'

const userId = '0190a000-0000-7000-8000-00000000aaaa'
const partner = { kind: 'partner', userId, partner: soleOwner(userId), contractSigned: true } as const

const ways = [true, false].flatMap((isPipelined) =>
  databaseKinds('every').map((kind) => [kind, isPipelined ? '' : ', statement by statement', isPipelined] as const),
)

describe.each(ways)('the database on %s%s', (databaseKind, _, isPipelined) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await freshDatabase(databaseKind, undefined, isPipelined))
  })
  afterAll(() => close())

  const who = (tx: Tx) =>
    sql<{ role: string; person: string | null }>`select current_user as role, app.user_id() as person`
      .execute(tx)
      .then(({ rows }) => rows[0])
  const keys = (tx: Tx) => tx.selectFrom('idempotency_keys').select('key').orderBy('key').execute()
  const addKey = (tx: Tx, key: string) =>
    tx.insertInto('idempotency_keys').values({ actor_id: userId, key, request_hash: 'x', created_at: new Date() }).execute()

  it('runs a transaction in the actor’s role, with the person’s id', async () => {
    expect(await database.asActor(partner, who)).toEqual({ role: 'passerelle_partner', person: userId })
    expect(await database.asActor({ kind: 'admin', userId, rights }, who)).toEqual({ role: 'passerelle_admin', person: userId })
  })

  it('has no plan compiled: that takes longer than any statement runs', async () => {
    const compiles = (tx: Tx) => sql<{ jit: string }>`select current_setting('jit') as jit`.execute(tx).then(({ rows }) => rows)
    for (const actor of [partner, anonymous, system]) expect(await database.asActor(actor, compiles)).toEqual([{ jit: 'off' }])
  })

  it('resets the person’s id at the end of the transaction', async () => {
    await database.asActor(partner, who)
    const after = await Promise.all(Array.from({ length: 12 }, () => database.asActor(anonymous, who)))
    expect(new Set(after.map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify({ role: 'passerelle_anonymous', person: null })]),
    )
  })

  it('commits when the callback resolves and rolls back when it throws', async () => {
    await database.asActor(system, (tx) => addKey(tx, 'kept'))
    const broken = database.asActor(system, async (tx) => {
      await addKey(tx, 'dropped')
      throw new Error('changed my mind')
    })
    await expect(broken).rejects.toThrow('changed my mind')
    expect(await database.asActor(system, keys)).toEqual([{ key: 'kept' }])
  })

  it('reports a commit as failed when a statement in it failed', async () => {
    const careless = database.asActor(system, async (tx) => {
      await addKey(tx, 'lost')
      await sql`select 1/0`.execute(tx).catch(() => {})
    })
    await expect(careless).rejects.toMatchObject({ code: '25P02' })
    expect(await database.asActor(system, keys)).not.toContainEqual({ key: 'lost' })
  })

  it('names the violated constraint and its table', async () => {
    const twice = database.asActor(system, async (tx) => {
      await addKey(tx, 'twice')
      await addKey(tx, 'twice')
    })
    await expect(twice).rejects.toBeInstanceOf(DatabaseError)
    await expect(twice).rejects.toMatchObject({ code: '23505', constraint: 'idempotency_keys_pkey', table: 'idempotency_keys' })
  })

  it('restricts a role to its grants', async () => {
    const nosy = (statement: string) => database.asActor(partner, (tx) => sql.raw(statement).execute(tx))
    await expect(nosy('select * from auth.users')).rejects.toMatchObject({ code: '42501' })
    await expect(nosy('create table mine (id int)')).rejects.toMatchObject({ code: '42501' })
    await expect(database.auth.withSchema('public').selectFrom('leads').selectAll().execute()).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('runs one statement at a time', async () => {
    const smuggled = database.asActor(partner, (tx) => sql.raw('select 1; select 2').execute(tx))
    await expect(smuggled).rejects.toMatchObject({ code: '42601' })
  })

  it('restricts the sign-in library to its role, with and without a transaction', async () => {
    const user = { id: userId, name: 'Ada', email: 'ada@example.test' }
    const undone = database.auth.transaction().execute(async (trx) => {
      await trx.insertInto('users').values(user).execute()
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await database.auth.selectFrom('users').selectAll().execute()).toEqual([])
    await database.auth.transaction().execute((trx) => trx.insertInto('users').values(user).execute())
    const { rows } = await sql`select current_user as role from auth.users`.execute(database.auth)
    expect(rows).toEqual([{ role: 'passerelle_auth' }])
    await database.auth.deleteFrom('users').execute()
  })

  it('loses no update under concurrency', async () => {
    await database.asActor(system, (tx) => tx.updateTable('settings').set({ tagline: '0' }).execute())
    await Promise.all(
      Array.from({ length: 30 }, () =>
        database.asActor(system, async (tx) => {
          const { tagline } = await tx.selectFrom('settings').select('tagline').forUpdate().executeTakeFirstOrThrow()
          await tx
            .updateTable('settings')
            .set({ tagline: String(Number(tagline) + 1) })
            .execute()
        }),
      ),
    )
    const { tagline } = await database.asActor(system, (tx) =>
      tx.selectFrom('settings').select('tagline').executeTakeFirstOrThrow(),
    )
    expect(tagline).toBe('30')
  })

  it('retries a transaction that lost a deadlock', async () => {
    let runs = 0
    await database.asActor(system, async (tx) => {
      runs += 1
      if (runs < 3) await sql`do $$ begin raise exception 'lost' using errcode = '40P01'; end $$`.execute(tx)
    })
    expect(runs).toBe(3)
  })

  it('passes its health check, and can be vacuumed', async () => {
    expect(await database.health()).toEqual({ ok: true })
    await database.vacuum()
  })
})
