import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { system } from '#access/domain/actor.ts'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import type { Database } from '../database.ts'

describe.each(databaseKinds('every'))('value parsing on %s', (databaseKind) => {
  let database: Database
  let close: () => Promise<void>

  beforeAll(async () => {
    ;({ database, close } = await freshDatabase(databaseKind))
  })
  afterAll(() => close())

  const read = async (expression: string) => {
    const { rows } = await database.asActor(system, (tx) =>
      sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(tx),
    )
    return rows[0]?.value
  }

  it.each([
    ['count(*)', 1],
    ['9007199254740991::int8', 9007199254740991],
    ['array[1, null, 3]::int8[]', [1, null, 3]],
    ['2147483647', 2147483647],
    ['0.1::float8', 0.1],
    ['12345678901234567890.12::numeric', '12345678901234567890.12'],
    ['array[1.50, 2.25]::numeric[]', ['1.50', '2.25']],
    ["timestamptz '2026-03-29 02:30:00.123+02'", new Date('2026-03-29T00:30:00.123Z')],
    ["date '2026-03-29'", '2026-03-29'],
    ["array[date '2026-03-29']", ['2026-03-29']],
    ["interval '1 day 2 hours'", '1 day 02:00:00'],
    [`'{"a":[1,null]}'::jsonb`, { a: [1, null] }],
    [`'[1,2]'::json`, [1, 2]],
    ["'0190a000-0000-7000-8000-000000000001'::uuid", '0190a000-0000-7000-8000-000000000001'],
    ["array['0190a000-0000-7000-8000-000000000001'::uuid]", ['0190a000-0000-7000-8000-000000000001']],
    ['\'é, "quoted" {}\'::text', 'é, "quoted" {}'],
    [`array['a,b', 'c"d', null, '']`, ['a,b', 'c"d', null, '']],
    ['true', true],
    ['null::int8', null],
  ])('%s is read as %o', async (expression, value) => {
    expect(await read(expression)).toEqual(value)
  })

  it('bytea is read as bytes', async () => {
    const value = await read("'\\x00ff10'::bytea")
    expect(value).toBeInstanceOf(Uint8Array)
    expect([...(value as Uint8Array)]).toEqual([0, 255, 16])
  })

  it('an integer beyond the safe range is an error, and the next query works', async () => {
    await expect(read('9007199254740992::int8')).rejects.toThrow('too large')
    expect(await read('1::int8')).toBe(1)
  })

  it('written values are read back', async () => {
    const at = new Date('2026-01-02T03:04:05.678Z')
    const bytes = Buffer.from([0, 1, 255])
    const { rows } = await database.asActor(system, (tx) =>
      sql`select ${at}::timestamptz as at, ${7}::int8 as number, ${['a', 'b,c']}::text[] as texts, ${bytes}::bytea as bytes,
        ${JSON.stringify({ a: ['b'] })}::jsonb as json, ${null}::text as nothing,
        ${'12.34'}::numeric as money, ${true}::bool as yes`.execute(tx),
    )
    const row = rows[0] as { bytes: Uint8Array }
    expect({ ...row, bytes: [...row.bytes] }).toEqual({
      at,
      number: 7,
      texts: ['a', 'b,c'],
      bytes: [0, 1, 255],
      json: { a: ['b'] },
      nothing: null,
      money: '12.34',
      yes: true,
    })
  })
})
