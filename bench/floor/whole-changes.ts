// Changes with all that the portal has to do for them: session, pace, key with its stored answer, contact lock, duplicate check,
// event (announced by its trigger) and sums (kept by triggers). Two round trips, one more for the session.
import type pg from 'pg'
import { v7 } from 'uuid'
import type { AnswerKey } from './answer-key.ts'
import type { Move, NewLead } from './bare-changes.ts'
import { leadColumns, leadJson, readBack } from './lead-json.ts'
import { as, begin, commit, rollback, roundTrip, type Statement, type TextRow } from './pipeline.ts'
import type { Caller } from './reads.ts'
import { countAttempt } from './sign-in.ts'

const claim = `insert into idempotency_keys (actor_id, key, request_hash, created_at) values ($1, $2, $3, $4)
  on conflict (actor_id, key) do nothing returning 1`
const earlier = "select request_hash, response #>> '{}' from idempotency_keys where actor_id = $1 and key = $2"
const keep = 'update idempotency_keys set response = to_jsonb($3::text) where actor_id = $1 and key = $2'

/**
 * Runs `change`, whose last statement answers the lead, once per key. `before` stands outside the transaction and may refuse.
 */
async function once(
  client: pg.Client,
  caller: Caller,
  key: AnswerKey,
  now: Date,
  change: readonly Statement[],
  before: { statements: readonly Statement[]; check(rows: readonly (readonly TextRow[])[]): void } = {
    statements: [],
    check() {},
  },
): Promise<string> {
  const actor = caller.id
  const statements = [
    ...before.statements,
    begin,
    as(caller.role, actor),
    { name: 'claim', text: claim, values: [actor, key.hash, key.requestHash, now] },
    ...change,
  ]
  let row: TextRow | undefined
  try {
    const answers = await roundTrip(client, statements)
    before.check(answers)
    if (answers[before.statements.length + 2]?.length !== 1) return await replay(client, actor, key)
    row = answers.at(-1)?.[0]
    if (!row) throw new Error('the lead is not where the request saw it')
  } catch (error) {
    await roundTrip(client, [rollback])
    throw error
  }
  const answer = leadJson(row)
  await roundTrip(client, [{ name: 'keep', text: keep, values: [actor, key.hash, key.seal(answer)] }, commit])
  return answer
}

/** The first answer of a key that was used before; what the repetition changed is rolled back. */
async function replay(client: pg.Client, actor: string, key: AnswerKey): Promise<string> {
  const [, [row] = []] = await roundTrip(client, [rollback, { name: 'earlier', text: earlier, values: [actor, key.hash] }])
  if (row?.[0] !== key.requestHash || !row[1]) throw new Error('this key belongs to another request')
  return key.open(row[1])
}

const eventColumns = '(id, name, occurred_at, actor_id, subject_id, partner_id, audience, before, after, request_id)'

const move = `with l as (update leads set status = $3, updated_at = $4 where id = $1 and status = $2 returning *),
  told as (insert into events ${eventColumns}
    select $5, 'lead.moved', $4, $6, id, partner_id, 'partner', $7, $8, $9 from l)
  select ${leadColumns} from l join profiles p on p.user_id = l.partner_id`

export function moveLead(
  client: pg.Client,
  caller: Caller,
  key: AnswerKey,
  requestId: string,
  id: string,
  body: Move,
): Promise<string> {
  const now = new Date()
  const [before, after] = [JSON.stringify({ status: body.from }), JSON.stringify({ status: body.to })]
  const values = [id, body.from, body.to, now, v7(), caller.id, before, after, requestId]
  return once(client, caller, key, now, [{ name: 'move', text: move, values }])
}

const holdPartner = `select app.role_of(user_id) from profiles where user_id = $1 and deleted_at is null for key share`
const add = `with l as (
    insert into leads (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status,
      possible_duplicate_of, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'nouveau', app.claim_contact($5, $4), $11, $11) returning *
  ), told as (insert into events ${eventColumns}
    select $12, 'lead.created', $11, $2, id, partner_id, 'partner', null, $13, $14 from l)
  select from l`

export function addLead(client: pg.Client, caller: Caller, key: AnswerKey, requestId: string, lead: NewLead): Promise<string> {
  const now = new Date()
  const { name, company, email, phone, website, estimatedAmountCents, offerType, notes } = lead
  const fields = [name, company, email, phone, website, estimatedAmountCents, offerType, notes]
  const after = JSON.stringify({ ...lead, status: 'nouveau' })
  const id = v7()
  const pace = countAttempt(caller, now)
  return once(
    client,
    caller,
    key,
    now,
    [
      { name: 'hold partner', text: holdPartner, values: [caller.id] },
      { name: 'add', text: add, values: [id, caller.id, ...fields, now, v7(), after, requestId] },
      readBack(id),
    ],
    {
      statements: [begin, as('auth', ''), pace, commit],
      check(answers) {
        if (Number(answers[2]?.[0]?.[0]) > 300) throw new Error('too many leads in five minutes')
        if (answers[7]?.[0]?.[0] !== 'partner') throw new Error('this is no partner')
      },
    },
  )
}
