import type { OwnerRun } from '#platform/server/db/driver.ts'

/**
 * Jobs that someone waits for, as lines of JSON: work after events, and mail. Those under way are among them, since nobody knows
 * whether they ended. Housekeeping is not: it is scheduled anew. The queue's columns differ between its versions.
 */
export async function readWaitingJobs(run: OwnerRun): Promise<{ readonly lines: string; readonly rows: number }> {
  const { rows: queue } = await run("select to_regclass('pgboss.job') is not null as present")
  if (!queue[0]?.present) return { lines: '', rows: 0 }
  const { rows } = await run(`
    select json_build_object('id', id, 'name', name, 'data', data, 'priority', priority, 'startAfter', start_after)::text as line
    from (
      select id, case name when 'given-up' then to_jsonb(job) ->> 'source_name' else name end as name, data, priority, start_after
      from pgboss.job where state::text in ('created', 'retry', 'active')
    ) waiting where name in ('event', 'mail') order by id`)
  return { lines: rows.map(({ line }) => `${line}\n`).join(''), rows: rows.length }
}

/** Leaves jobs for the next start, which hands them to the queue. */
export async function carryJobs(run: OwnerRun, lines: string): Promise<void> {
  await run(
    `insert into carried_jobs (id, name, data, priority, start_after)
    select (j ->> 'id')::uuid, j ->> 'name', j -> 'data', (j ->> 'priority')::int, (j ->> 'startAfter')::timestamptz
    from jsonb_array_elements($1::text::jsonb) j on conflict do nothing`,
    [`[${lines.trimEnd().replaceAll('\n', ',')}]`],
  )
}
