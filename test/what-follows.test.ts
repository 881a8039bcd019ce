import { afterAll, beforeAll, expect, test } from 'vitest'
import { startedPages } from '#access/domain/pages-in-use.ts'
import { leadRoutes } from '#leads/leads/api/leads.ts'
import { clientPaymentRoutes } from '#money/client-payments/api/client-payments.ts'
import { commissionRoutes } from '#money/commissions/api/commissions.ts'
import { isWebhookEvent } from '#operations/webhooks/domain.ts'
import { type EventName, events as eventsOfPortal } from '#portal/api/events.ts'
import type { LiveMessage } from '#portal/api/live.ts'
import { staleQueries } from '#portal/web/stale-queries.ts'
import { table } from '../bench/report.ts'
import { ReceiptsApp } from './client-payments.ts'
import { plainLead } from './lead-samples.ts'

interface Row {
  readonly table: string
  /** Its primary key, as text. */
  readonly key: string
  readonly columns: Readonly<Record<string, unknown>>
}

interface RecordedEvent {
  readonly id: string
  readonly name: EventName
  readonly subject_id: string | null
  readonly partner_id: string | null
  readonly audience: string
}

/** What jobs and the journal write, at once or some moments later. */
const laterTables = new Set(['mails', 'unread_leads'])

/** What servers note for themselves; the queue's jobs have tables of their own. */
const leftOut = ['events', 'idempotency_keys', 'journal', 'journal_salts', 'journal_head', 'journal_roots', 'unread_head', 'held']

/** What advisory locks are about, by their first key. */
const agreements: Readonly<Record<string, string>> = {
  7277465: 'all clients at once (shared: only what compares all of them waits)',
  7277466: 'the client (by company, address and telephone)',
}

let app: ReceiptsApp
const text: string[] = []
const say = (...lines: string[]) => text.push(...lines, '')

beforeAll(async () => {
  app = await ReceiptsApp.open('pglite')
  await app.setProgramme('signature')
  await noteLocks()
  await app.mail.next()
})
afterAll(() => app.mail.close())

const ask = async <T>(statement: string) =>
  (await app.app.portal.database.asOwner((run) => run(statement, []))).rows as readonly T[]

/** When a transaction ends that has written leads or commissions, it notes which rows and agreements it holds. */
async function noteLocks(): Promise<void> {
  await ask('create table held (what text primary key)')
  await ask(`create function note_held() returns trigger language plpgsql security definer as $$ begin
    insert into held select distinct
      case when locktype = 'advisory' then case when objsubid = 1 then objid else classid end::text
        else 'rows of ' || relname end
      from pg_locks l left join pg_class c on c.oid = l.relation where pid = pg_backend_pid() and granted
        and (locktype = 'advisory' or mode = 'RowShareLock' and relkind in ('r', 'p'))
      on conflict do nothing;
    return null; end $$`)
  for (const name of ['leads', 'commissions']) {
    await ask(`create constraint trigger note_held after insert or update on ${name} deferrable initially deferred
      for each row execute function note_held()`)
  }
}

/** All rows of the product. */
async function everyRow(): Promise<Map<string, Row>> {
  const tables = await ask<{
    name: string
    key: string
  }>(`select c.relname as name, string_agg(format('%I', a.attname), ', ') as key
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
      join pg_index i on i.indrelid = c.oid and i.indisprimary
      join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
    where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition
    group by 1 order by 1`)
  const parts = tables
    .filter(({ name }) => !leftOut.includes(name))
    .map(({ name, key }) => `select '${name}' as table, row(${key})::text as key, to_jsonb(t) as columns from ${name} t`)
  const rows = await ask<Row>(parts.join(' union all '))
  return new Map(rows.map((row) => [`${row.table} ${row.key}`, row]))
}

const columnsThatDiffer = (one: Row, other: Row) =>
  Object.keys(other.columns).filter((name) => JSON.stringify(one.columns[name]) !== JSON.stringify(other.columns[name]))

/** What was written between two looks, with a change or by what follows it: a line for each table. */
function written(before: ReadonlyMap<string, Row>, after: ReadonlyMap<string, Row>, isLater: boolean): string[][] {
  const changes = new Map<string, { added: number; removed: number; changed: Set<string> }>()
  const of = (name: string) => {
    const change = changes.get(name) ?? { added: 0, removed: 0, changed: new Set<string>() }
    changes.set(name, change)
    return change
  }
  for (const [key, row] of after) {
    const old = before.get(key)
    if (!old) of(row.table).added += 1
    else for (const column of columnsThatDiffer(old, row)) of(row.table).changed.add(column)
  }
  for (const [key, row] of before) if (!after.has(key)) of(row.table).removed += 1
  return [...changes]
    .filter(([name]) => laterTables.has(name) === isLater)
    .sort()
    .map(([name, { added, removed, changed }]) => [
      `\`${name}\``,
      [
        ...(added > 0 ? [`${added} added`] : []),
        ...(removed > 0 ? [`${removed} removed`] : []),
        ...(changed.size > 0 ? [[...changed].map((column) => `\`${column}\``).join(', ')] : []),
      ].join('; '),
    ])
}

/** The queries that pages read again, by the first two parts of their keys. */
function readAgain({ name, subject_id: id, partner_id: partnerId }: RecordedEvent): string {
  const kind = eventsOfPortal[name].subject
  const message = { name, subject: kind && id ? { kind, id } : null, partnerId, from: null, to: null, news: false }
  const partner = { id: app.partner.userId, partner: { id: app.partner.userId }, inUse: [...startedPages] }
  const stale = staleQueries(message as unknown as LiveMessage, partner as Parameters<typeof staleQueries>[1])
  const keys = stale.map((each) =>
    ('lead' in each ? ['leads', 'board'] : (each.queryKey ?? []))
      .slice(0, 2)
      .filter((part) => part !== undefined && part !== id)
      .join(' '),
  )
  return [...new Set(keys)].sort().join(', ')
}

/** Does a step and tells what followed from it. */
async function step(title: string, act: () => Promise<unknown>): Promise<void> {
  await app.mail.idle()
  await app.app.marked()
  await ask('delete from held')
  app.mail.mailbox.mails.length = 0
  const seen = new Set((await ask<{ id: string }>('select id from events')).map(({ id }) => id))
  const before = await everyRow()
  await act()
  const held = await ask<{ what: string }>('select what from held order by 1')
  await app.mail.idle()
  await app.app.marked()
  const after = await everyRow()
  const events = (await ask<RecordedEvent>('select id, name, subject_id, partner_id, audience from events order by seq')).filter(
    ({ id }) => !seen.has(id),
  )
  say(`### ${title}`)
  say('Written with it:', '', table(['Table', 'Rows'], written(before, after, false)))
  const locks = held.map(({ what }) => agreements[what] ?? what.replace(/ (\w+)$/, ' `$1`')).sort()
  say(`Locked until it is written, so that others wait: ${locks.join(', ')}.`)
  say(
    table(
      ['Event', 'Told to', 'Webhooks', 'Pages read again'],
      events.map((event) => [`\`${event.name}\``, event.audience, isWebhookEvent(event.name) ? 'yes' : 'no', readAgain(event)]),
    ),
  )
  const later = written(before, after, true)
  if (later.length > 0) say('Written later, by jobs and the journal:', '', table(['Table', 'Rows'], later))
  const mails = app.mail.mailbox.mails.map(
    ({ to, subject }) => `- to ${to === app.mail.address ? 'the partner' : 'staff'}: ${subject}`,
  )
  say(...(mails.length > 0 ? ['Mails:', '', ...mails.sort()] : ['No mail.']))
}

const lead = async (company: string) => (await app.partner.call(leadRoutes.addLead, { body: { ...plainLead, company } })).id
const sign = (id: string) => app.partner.call(leadRoutes.moveLead, { params: { id }, body: { from: 'nouveau', to: 'signe' } })
const commissionOf = async (leadId: string) => {
  const { items } = await app.partner.call(commissionRoutes.listCommissions, { query: { limit: 200 } })
  return items.find((each) => each.lead?.id === leadId)?.id ?? ''
}

test('what follows a signature is what the page about it says', async () => {
  say(
    '# What follows a signature',
    '',
    'A partner moves a lead to Signé. `test/what-follows.test.ts` does it, looks at what the',
    'portal has done and writes this page; a change that makes it say something else fails that test until it is written anew',
    '(`npx vitest run --project server test/what-follows.test.ts -u`). The lead is shared with nobody, and nobody has chosen',
    'to read of moves by mail.',
  )
  say('## A commission that comes with the signature')
  const id = await lead('Boulangerie Bernard')
  await step('The lead is moved to Signé', () => sign(id))
  const params = { id: await commissionOf(id) }
  await step('Staff validate the commission', () => app.staff.call(commissionRoutes.validateCommission, { params }))
  await step('Staff mark it as paid', () => app.staff.call(commissionRoutes.payCommission, { params }))
  say('## A commission that comes with the client’s payments')
  await app.setProgramme('cash')
  const waiting = await lead('Pâtisserie Durand')
  await step('The lead is moved to Signé', () => sign(waiting))
  const body = { leadId: waiting, reference: 'FA-1', receivedOn: app.today, netCents: 500_000 }
  await step('Staff record a payment of a part', () => app.staff.call(clientPaymentRoutes.recordClientPayment, { body }))
  await expect(text.join('\n')).toMatchFileSnapshot('../docs/what-follows-a-signature.md')
})
