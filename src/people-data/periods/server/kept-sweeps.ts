import { type RawBuilder, sql } from 'kysely'
import type { TableEntries } from '#access/domain/personal-data.ts'
import { isNamed, type KeptTable, keptTables, people } from '#people-data/register/server/kept-table-queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { DueRow, Sweep } from './sweeps.ts'

/** What the nightly run goes through where the law's periods have ended, by the register. */
export const keptSweeps = async (tx: Tx, register: TableEntries): Promise<readonly Sweep[]> =>
  (await keptTables(tx, register)).flatMap((kept) => (kept.holds === null ? [] : [keptSweep({ ...kept, holds: kept.holds })]))

function keptSweep({ table, period, key, since, holds, becomes, files }: KeptTable & { readonly holds: string }): Sweep {
  // What is young is not looked at any closer.
  const rows = (oldest: Date): RawBuilder<DueRow> => sql<DueRow>`
    select ${sql.raw(key)} as id, null as label, k.since
    from ${sql.raw(table)} t cross join lateral (select ${sql.raw(since)} as since) k
    where case when k.since < ${oldest} then ${sql.raw(holds)} else false end`
  return {
    period,
    table,
    rows,
    remove: async (tx, ids, now) => {
      const which = sql`${sql.raw(key)} = any(${[...ids]}::text[]) and (${sql.raw(holds)})`
      const at = sql`${now.toISOString()}::text::timestamptz`
      if (table === people)
        await sql`insert into erasures (id, user_id, planned_at, due_at, period)
          select gen_random_uuid(), t.user_id, ${at}, ${at}, 'contract' from profiles t
          where ${which} and ${sql.raw(isNamed)}`.execute(tx)
      // The sweep of files takes the bytes; of a record that stays, its file stays without them.
      if (files.length > 0)
        await sql`update files set released_at = ${at}, name = ''
            ${sql.raw(becomes ? '' : ', claimed_at = null')}
          where id in (select unnest(array[${sql.raw(files.join())}]) from ${sql.raw(table)} t where ${which})`.execute(tx)
      if (becomes === null) await sql`delete from ${sql.raw(table)} t where ${which}`.execute(tx)
      else if (becomes.size > 0)
        await sql`update ${sql.raw(table)} t
          set ${sql.raw([...becomes].map(([name, value]) => `${name} = ${value}`).join())} where ${which}`.execute(tx)
    },
  }
}
