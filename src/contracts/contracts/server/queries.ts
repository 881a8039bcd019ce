import { type InferResult, type RawBuilder, sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import type { PageOf } from '#platform/api/list.ts'
import { readReference } from '#platform/domain/references.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { conditionsOf, inOrder, is, matching, orderOf, type SortKey, textContains } from '#platform/server/http/lists/listing.ts'
import { withinPeriod } from '#platform/server/http/lists/period.ts'
import { type ContractFilter, contractList } from '../api/contracts.ts'
import type { ContractWait } from '../domain/contracts.ts'
import { type ContractStage, type ContractStep, stageRules } from '../domain/signing.ts'

/** The current file: sealed by the latest signature, or the assigned document. */
export const currentFile = sql<string | null>`coalesce((
  select s.file_id from signatures s where s.contract_id = c.id and s.revoked_at is null order by s.signed_at desc,
    s.id desc limit 1
), c.file_id)`

const stepColumns: Readonly<Record<ContractStep, string>> = {
  openedAt: 'c.opened_at',
  codeSentAt: 'c.code_sent_at',
  declinedAt: 'c.declined_at',
  countersignedAt: 'c.countersigned_at',
}

/** `stageRules` of the domain in SQL, for filters. */
const stage = sql<ContractStage>`case ${sql.join(
  stageRules.map(({ stage, status, signingMethod, reached }) => {
    const method = signingMethod ? sql` and c.signing_method = ${sql.lit(signingMethod)}` : sql``
    const step = reached ? sql` and ${sql.ref(stepColumns[reached])} is not null` : sql``
    return sql`when c.status = ${sql.lit(status)}${method}${step} then ${sql.lit(stage)}`
  }),
  sql` `,
)} end`

/** The id of a partner's newest main contract, the one that is to be signed and that unlocks; null without one. */
export function newestMainId(userId: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql<string | null>`(select n.id from app.newest_main_contract(${userId}) n)`
}

/** SQL equivalent of `checkMainSigned`: neither the assigned main contract nor the newest one is signed. */
export const waitsForMain = sql<boolean>`(c.contract_type = 'amendment' and c.status = 'en_attente' and not exists (
  select 1 from contracts m
  where m.user_id = c.user_id and m.contract_type = 'main' and m.status = 'signe'
    and m.id in (c.amends_id, ${newestMainId(sql.ref('c.user_id'))})))`

const isNewestMain = sql<boolean>`(c.contract_type = 'main' and c.id = ${newestMainId(sql.ref('c.user_id'))})`

function contracts(tx: Tx) {
  return tx
    .selectFrom('contracts as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .leftJoin('files as f', (join) => join.on(sql<boolean>`f.id = ${currentFile}`))
    .selectAll('c')
    .select([
      'p.full_name as partner_name',
      'p.partner_deleted_at',
      'p.deleted_at as contact_deleted_at',
      sql<Role>`coalesce((select r.role from user_roles r where r.user_id = p.user_id), 'partner')`.as('owner_role'),
      'f.name as file_name',
      'f.kind as file_kind',
      'f.size as file_size',
      sql<boolean>`exists (select 1 from signatures s where s.contract_id = c.id)`.as('sealed'),
      sql<boolean>`exists (select 1 from contract_texts t where t.contract_id = c.id)`.as('has_text'),
      sql<string | null>`(select s.reference from signatures s
        where s.contract_id = c.id and s.role = 'partner' and s.revoked_at is null)`.as('reference'),
      waitsForMain.as('waits_for_main'),
      isNewestMain.as('newest_main'),
      sql<Date | null>`(select max(r.sent_at) from reminders r where r.contract_id = c.id)`.as('reminded_at'),
    ])
}

export type ListedContract = InferResult<ReturnType<typeof contracts>>[number]

export const contractSortKeys = {
  date: { by: sql`c.created_at`, holds: 'time' },
  signed: { by: sql`coalesce(c.signed_at, 'epoch')`, holds: 'time' },
  partner: { by: sql`p.name_key`, holds: 'text' },
  type: { by: sql`c.contract_type`, holds: 'text' },
  title: { by: sql`c.title_key`, holds: 'text' },
} as const satisfies Record<(typeof contractList.sorts)[number], SortKey>

/** Ignores contracts of people who are no longer partners. */
const ofPartner = sql`exists (
  select from ${partnerContacts} p left join user_roles r on r.user_id = p.user_id
  where p.partner_id = c.user_id and p.deleted_at is null and coalesce(r.role, 'partner') = 'partner'
)`

/** The one rule for whose turn a contract is: of the inbox's counts, and of the rows that they lead to. */
export function waitsFor(wait: ContractWait): RawBuilder<boolean> {
  const declined = wait === 'provider' ? sql`is not null` : sql`is null`
  return sql<boolean>`(c.status = 'en_attente' and c.declined_at ${declined} and ${ofPartner})`
}

/** Contracts by partner and title, or by the reference of a signature. */
function matches(search: string): RawBuilder<boolean> {
  const text = textContains(sql`p.name_key || ' ' || c.title_key`, search)
  const reference = readReference(search)
  if (reference === null) return text
  return sql<boolean>`(${text} or c.id = any(array(select s.contract_id from signatures s where s.reference = ${reference})))`
}

/** A page of contracts in the requested order, plus one row to detect a next page. */
export async function listContracts(tx: Tx, query: PageOf<typeof contractList>) {
  const conditions = conditionsOf<ContractFilter>(query, {
    status: is('c.status'),
    contractType: is('c.contract_type'),
    waits: waitsFor,
    stage: (value) => sql<boolean>`${stage} = ${value}`,
    partnerId: is('c.user_id'),
    ...withinPeriod(sql`c.created_at`),
    search: matches,
  })
  const order = orderOf(contractSortKeys, query, contractList.usual, sql`c.id`)
  return inOrder(matching(contracts(tx), conditions), order).execute()
}

export function findContract(tx: Tx, id: string): Promise<ListedContract | undefined> {
  return contracts(tx).where('c.id', '=', id).executeTakeFirst()
}
