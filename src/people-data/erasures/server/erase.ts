import type { TableEntries } from '#access/domain/personal-data.ts'
import { traderDomainHash, traderHash } from '#leads/refused-contacts/server/commands.ts'
import { keepBookedNames } from '#money/accounting/server/booked-name-commands.ts'
import { removeOwnBankDetails } from '#money/bank-details/server/settled-commands.ts'
import { daysInForce, isCounted } from '#people-data/register/domain/periods.ts'
import { takenOut } from '#people-data/register/domain/taken-out.ts'
import { keptOfErased } from '#people-data/register/server/kept-queries.ts'
import { readPeriods } from '#people-data/register/server/queries.ts'
import { companyDomain } from '#platform/domain/mail-domains.ts'
import type { OwnerRun } from '#platform/server/db/driver.ts'
import { kyselyOver } from '#platform/server/db/kysely-session.ts'
import { type ErasureReport, erasedCode, type KeptRows } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { emptyReceiptsOfDeleted, personKeys } from './deleted-lead-commands.ts'
import { eraseRows, type LawRows } from './erase-rows.ts'
import { emptyEvents, findMentions, likePattern, type Mention, type Needles, needlesOf } from './mentions.ts'
import { type ErasedPerson, findPersonRows, keyText } from './person-rows.ts'

export interface ErasedLead {
  readonly id: string
  readonly soleTrader: boolean
}

interface LeadRow {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  readonly company_key: string
}

/** The leads of an erasure as they are, locked until the transaction ends, and all addresses that they ever named. */
export async function lockLeads(run: OwnerRun, ids: readonly string[]) {
  const { rows } = await run(
    `select id, name, company, company_key, email, phone from leads
    where id = any($1::text[]::uuid[]) and erased_at is null order by id for update`,
    [ids],
  )
  const leads = rows as unknown as readonly LeadRow[]
  const asked = await run('select distinct email from client_confirmations where lead_id = any($1::text[]::uuid[])', [ids])
  const addresses = [...leads, ...asked.rows].flatMap(({ email }) => (email ? [String(email)] : []))
  const client: ErasedPerson = { whose: ['client'], leads: ids, addresses: [...new Set(addresses)], accounts: [] }
  return { leads, client }
}

interface Mailed {
  readonly leads: readonly ErasedLead[]
  readonly account: string | null
}

/**
 * Message-Ids of mails to the clients of leads and about these, or to somebody whose account has ended, which name files where
 * no server sends mail.
 */
export async function messageIds(run: OwnerRun, { leads, account }: Mailed): Promise<readonly string[]> {
  const { client } = await lockLeads(
    run,
    leads.map(({ id }) => id),
  )
  const { rows } = await run(
    `select distinct message_id as id from mails m where message_id is not null
      and (event_id in (select id from events where subject_id = any($1::text[]::uuid[]))
        or user_id is null and lower(recipient) = any(select lower(a) from unnest($2::text[]) a)
          and not exists (select from events e join leads l on l.id = e.subject_id
            where e.id = m.event_id and l.id <> all($1::text[]::uuid[]))
        or user_id = $3::text::uuid)`,
    [client.leads, client.addresses, account],
  )
  return rows.map(({ id }) => String(id))
}

interface LeadsToErase {
  readonly leads: readonly ErasedLead[]
  readonly now: Date
  readonly secret: string
  /** Their period has ended: texts about them are taken out, and nobody looks for mentions elsewhere. */
  readonly hasEnded: boolean
}

/**
 * Erases what the portal holds of the clients of leads, by the register, in the caller's transaction as the owner of the tables.
 * A lead on which nothing hangs is deleted; another one keeps company, number, protection and sums. Leads that are not there, or
 * were erased already, are passed over, so that it may run again.
 */
export async function eraseLeads(run: OwnerRun, register: TableEntries, { leads: asked, now, secret, hasEnded }: LeadsToErase) {
  const ids = asked.map(({ id }) => id)
  const soleTraders = new Set(asked.flatMap(({ id, soleTrader }) => (soleTrader ? [id] : [])))
  const { leads, client } = await lockLeads(run, ids)
  const { rows: holds } = await run(
    'select lead_id as id from app.lead_holds($1::text[]::uuid[], $2::text::timestamptz) where holds <> $3::text[]',
    [leads.map(({ id }) => id), now.toISOString(), []],
  )
  const emptied = new Set(holds.map(({ id }) => String(id)))
  const deletable = leads.filter(({ id }) => !emptied.has(id)).map(({ id }) => id)
  const found = await findPersonRows(run, register, client)
  const texts = leads.flatMap(({ id, name, company, email }) => [name, email, ...(soleTraders.has(id) ? [company] : [])])
  const phones = leads.map(({ phone }) => phone)
  const mentions = hasEnded ? [] : await findMentions(run, register, found, needlesOf(texts, phones))
  const language = await languageOfClient(run, client)
  // A question that nobody has answered has no addressee any more.
  await run(
    `update client_confirmations set voided_at = $2::text::timestamptz
    where lead_id = any($1::text[]::uuid[]) and answer is null and voided_at is null`,
    [ids, now.toISOString()],
  )
  await run('update lead_receipts set file_id = null where lead_id = any($1::text[]::uuid[])', [ids])
  // Answers that wait for a repetition have the leads in full, and are encrypted: all of whoever did something with these go.
  await run(
    `delete from idempotency_keys k using (
      select actor_id, min(occurred_at) as since from events where subject_id = any($1::text[]::uuid[]) group by actor_id
    ) e where k.actor_id = e.actor_id and k.created_at >= e.since and k.claimed_until is null`,
    [ids],
  )
  const report = await eraseRows(run, found, { decided: hasEnded })
  for (const lead of leads.filter(({ id }) => emptied.has(id)))
    await emptyLead(run, lead, { isSoleTrader: soleTraders.has(lead.id) && lead.company_key !== '', now, secret })
  const { affected } = await run('delete from leads where id = any($1::text[]::uuid[])', [deletable])
  await emptyReceiptsOfDeleted(kyselyOver({ query: run }), register, ids)
  const events = await run('select app.empty_events($1::text[]::uuid[], $2::text[]) as emptied', [
    ids,
    personKeys(register, 'events'),
  ])
  const emptiedEvents = Number(events.rows[0]?.emptied) + (await emptyReasons(run, ids, needlesOf(texts, phones)))
  return {
    report: {
      deleted: some({ ...report.deleted, leads: affected }),
      emptied: some({ ...report.emptied, leads: emptied.size, events: emptiedEvents }),
      kept: await keptRows(run, register, { leads: [...emptied], account: null, kept: report.kept, now }),
      language,
    } satisfies ErasureReport,
    mentions: await stillThere(run, mentions),
    outcomes: leads.map(({ id }) => ({ id, outcome: emptied.has(id) ? ('emptied' as const) : ('deleted' as const) })),
  }
}

/**
 * Empties events that say why commissions of leads were held, where the reason names the client and no row has it any more, so
 * that nobody is asked about it. The amounts are in other events. Returns how many.
 */
async function emptyReasons(run: OwnerRun, leads: readonly string[], { words, phones }: Needles): Promise<number> {
  const { rows } = await run(
    `select e.id::text as id from events e, lateral (select coalesce(e.before, '{}') || coalesce(e.after, '{}') as said) p
    where e.subject_id in (select id from commissions where lead_id = any($1::text[]::uuid[]))
      and e.name in ('commission.held', 'commission.released')
      and (p.said::text ilike any($2::text[]) or p.said::text ~ any($3::text[]))
      and not exists (select from commissions c where c.id = e.subject_id and c.held_reason = p.said ->> 'reason')`,
    [leads, words.map(likePattern), phones],
  )
  await emptyEvents(run, rows)
  return rows.length
}

interface KeptOf {
  readonly leads: readonly string[]
  readonly account: string | null
  /** What the erasure itself found. */
  readonly kept: readonly LawRows[]
  readonly now: Date
}

/** What stays, and until when: what those find who do the books, and what the law keeps without a day. */
async function keptRows(run: OwnerRun, register: TableEntries, { kept, now, ...person }: KeptOf): Promise<readonly KeptRows[]> {
  const tx = kyselyOver({ query: run })
  const id = ''
  const found = (await keptOfErased(tx, register, { people: [{ id, ...person }], now })).get(id) ?? []
  const days = daysInForce((await readPeriods(tx)).chosen)
  const others = kept.filter(({ table }) => found.every((row) => row.table !== table))
  return [...found, ...others.map((row) => ({ ...row, days: isCounted(row.period) ? days[row.period] : null, until: null }))]
}

const some = (counts: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0))

/** Company and its mail domain stay, and go on matching, unless they are a person's. */
async function emptyLead(
  run: OwnerRun,
  lead: LeadRow,
  { isSoleTrader, now, secret }: { readonly isSoleTrader: boolean; readonly now: Date; readonly secret: string },
) {
  const label = m.clientErased({ code: erasedCode(lead.id) })
  const domain = lead.company === '' ? '' : companyDomain(lead.email)
  const hash = isSoleTrader ? traderHash({ secret }, lead.company_key) : ''
  if (isSoleTrader || lead.company === '') await keepBookedNames(kyselyOver({ query: run }), lead.id)
  // Leads of others, which have the name, are of the same company as before.
  if (isSoleTrader) await run('update leads set trader_hash = $2 where company_key = $1', [lead.company_key, hash])
  await run(
    `update leads set name = $2, company = $3, mail_domain = $4, trader_hash = $6, erased_at = $5::text::timestamptz,
      restricted_at = null, email = '', phone = '', website = '', notes = '', fields = '{}',
      lost_note = case when lost_note is not null then '' end
    where id = $1::text::uuid`,
    [
      lead.id,
      label,
      isSoleTrader ? '' : lead.company,
      isSoleTrader ? traderDomainHash({ secret }, domain) : domain,
      now.toISOString(),
      hash,
    ],
  )
  await run(
    `update lead_notices set state = 'not_needed', how = 'no_person', settled_at = $2::text::timestamptz, queued_at = null,
      queued_by = null
    where lead_id = $1::text::uuid and state = 'due'`,
    [lead.id, now.toISOString()],
  )
  // A commission of a former partner says whose it is.
  const client = lead.company || lead.name
  if (isSoleTrader || lead.company === '')
    await run('update commissions set description = $3 where lead_id = $1::text::uuid and description = $2', [
      lead.id,
      client,
      label,
    ])
}

/** The language of the page on which the person asked last, else of the notice that they were mailed; null for neither. */
async function languageOfClient(run: OwnerRun, { leads, addresses }: ErasedPerson): Promise<string | null> {
  const { rows } = await run(
    `select coalesce(
      (select e.after ->> 'language' from people_requests r join events e
        on e.name = 'people_request.asked' and e.occurred_at = r.received_at and e.after ->> 'requestId' = r.id::text
        where lower(r.email) = any(select lower(a) from unnest($2::text[]) a) order by r.received_at desc limit 1),
      (select t.language from lead_notices n join notice_texts t on t.id = n.text_id
        where n.lead_id = any($1::text[]::uuid[]) and n.state = 'told' order by n.settled_at desc limit 1)) as language`,
    [leads, addresses],
  )
  return typeof rows[0]?.language === 'string' ? rows[0].language : null
}

/**
 * Erases what the portal holds of somebody whose account has ended, as the owner of the tables: what the law keeps (contracts,
 * signatures, statements) stays with the partner. Nothing is left of it to do where the account was erased already.
 */
export async function eraseAccount(run: OwnerRun, register: TableEntries, { userId, now }: EndedAccount) {
  const { rows: profiles } = await run(
    'select full_name, email, language from profiles where user_id = $1::text::uuid and deleted_at is not null for update',
    [userId],
  )
  const [profile] = profiles
  const addresses = profile?.email ? [String(profile.email)] : []
  const found = await findPersonRows(run, register, { whose: ['member', 'staff'], leads: [], addresses, accounts: [userId] })
  const mentions = await findMentions(run, register, [], needlesOf(profile ? [String(profile.full_name), ...addresses] : []))
  const report = await eraseRows(run, found, { decided: false })
  await run(
    "update profiles set full_name = $2, email = '', language = null where user_id = $1::text::uuid and deleted_at is not null",
    [userId, m.personErased({ code: erasedCode(userId) })],
  )
  const bank = await removeOwnBankDetails(kyselyOver({ query: run }), userId)
  const unpaid: readonly LawRows[] =
    bank.stay > 0 ? [{ table: 'payment_infos', rows: bank.stay, law: 'contract', period: 'bankDetails' }] : []
  const events = await run('select app.empty_events(array[$1::text::uuid], $2::text[]) as emptied', [
    userId,
    personKeys(register, 'events'),
  ])
  return {
    report: {
      deleted: some({ ...report.deleted, payment_infos: bank.gone }),
      emptied: some({ ...report.emptied, profiles: profiles.length, events: Number(events.rows[0]?.emptied) }),
      kept: await keptRows(run, register, { leads: [], account: userId, kept: [...report.kept, ...unpaid], now }),
      language: typeof profile?.language === 'string' ? profile.language : null,
    } satisfies ErasureReport,
    mentions: await stillThere(run, mentions),
    outcomes: [],
  }
}

interface EndedAccount {
  readonly userId: string
  readonly now: Date
}

/** Texts of rows that went or were emptied are nobody's to decide any more. */
async function stillThere(run: OwnerRun, mentions: readonly Mention[]): Promise<readonly Mention[]> {
  const there: Mention[] = []
  for (const mention of mentions) {
    const { rows } = await run(
      `select from ${mention.table} where ${keyText(mention.keyColumn)} = $1
        and ${mention.column}::text not in ('', '${takenOut}')`,
      [mention.key],
    )
    if (rows.length > 0) there.push(mention)
  }
  return there
}
