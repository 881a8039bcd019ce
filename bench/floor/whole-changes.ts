// Changes with all that the portal has to do for them: session, pace, key with its stored answer, contact lock, duplicate check,
// event (announced by its trigger) and sums (kept by triggers). Two round trips, as few as the key allows: what is stored with it
// is the answer, which only the first one tells.
import type pg from 'pg'
import { v7 } from 'uuid'
import { columnSums, commissionOf, withSums } from './after-change.ts'
import type { AnswerKey } from './answer-key.ts'
import type { Move, NewLead } from './bare-changes.ts'
import { leadColumns, leadJson, readBack } from './lead-json.ts'
import { commit, rollback, roundTrip, type Statement, type TextRow } from './pipeline.ts'
import { answersBehind, openingOf, type SignedIn } from './sign-in.ts'

const keep = `insert into idempotency_keys (actor_id, key, request_hash, created_at, response) values ($1, $2, $3, $4, $5)`
const earlier = 'select request_hash, response from idempotency_keys where actor_id = $1 and key = $2'

interface Change {
  readonly statements: readonly Statement[]
  /** The answer, from the rows of each statement. Throws if the change may not be kept. */
  answer(rows: readonly (readonly TextRow[])[]): string
}

/** Runs a change once per key, which is stored with the commit: who comes second works in vain and gets the first answer. */
async function once(client: pg.Client, caller: SignedIn, key: AnswerKey, now: Date, change: Change): Promise<string> {
  try {
    const all = await roundTrip(client, [...openingOf(caller.tokenHash), ...change.statements])
    const answer = change.answer(answersBehind(all, caller))
    const values = [caller.id, key.hash, key.requestHash, now, key.seal(answer)]
    await roundTrip(client, [{ name: 'keep', text: keep, values }, commit])
    return answer
  } catch (error) {
    return await replay(client, caller, key, error)
  }
}

/** The first answer of a key that was used before, which is why the change failed; otherwise its error. */
async function replay(client: pg.Client, { id, tokenHash }: SignedIn, key: AnswerKey, cause: unknown): Promise<string> {
  await roundTrip(client, [rollback])
  const values = [id, key.hash]
  const answers = await roundTrip(client, [...openingOf(tokenHash), { name: 'earlier', text: earlier, values }, commit])
  const [requestHash, response] = answers[3]?.[0] ?? []
  if (!response) throw cause
  if (requestHash !== key.requestHash) throw new Error('this key belongs to another request')
  return key.open(response)
}

const eventColumns = '(id, name, occurred_at, actor_id, subject_id, partner_id, audience, before, after, request_id)'

const move = `with l as (update leads set status = $3, updated_at = $4 where id = $1 and status = $2 returning *),
  told as (insert into events ${eventColumns}
    select $5, 'lead.moved', $4, $6, id, partner_id, 'partner', $7, $8, $9 from l)
  select ${leadColumns} from l join profiles p on p.user_id = l.partner_id`

export function moveLead(
  client: pg.Client,
  caller: SignedIn,
  key: AnswerKey,
  requestId: string,
  id: string,
  body: Move,
): Promise<string> {
  const now = new Date()
  const [before, after] = [JSON.stringify({ status: body.from }), JSON.stringify({ status: body.to })]
  const values = [id, body.from, body.to, now, v7(), caller.id, before, after, requestId]
  return once(client, caller, key, now, {
    statements: [{ name: 'move', text: move, values }, commissionOf(id), columnSums],
    answer([leads, commission = [], sums = []]) {
      const lead = leads?.[0]
      if (!lead) throw new Error('the lead is not where the request saw it')
      return withSums(leadJson(lead), sums, commission)
    },
  })
}

const countRequest = "select requests from app.count_request('POST /leads', $1, interval '5 minutes')"
const maxRequests = 300
const holdPartner = `select app.role_of(user_id) from profiles where user_id = $1 and deleted_at is null for key share`
const add = `with l as (
    insert into leads (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes, status,
      possible_duplicate_of, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'nouveau', app.claim_contact($5, $4, $6), $11, $11) returning *
  ), told as (insert into events ${eventColumns}
    select $12, 'lead.created', $11, $2, id, partner_id, 'partner', null, $13, $14 from l)
  select from l`

export function addLead(client: pg.Client, caller: SignedIn, key: AnswerKey, requestId: string, lead: NewLead): Promise<string> {
  const now = new Date()
  const { name, company, email, phone, website, estimatedAmountCents, offerType, notes } = lead
  const fields = [name, company, email, phone, website, estimatedAmountCents, offerType, notes]
  const after = JSON.stringify({ ...lead, status: 'nouveau' })
  const id = v7()
  return once(client, caller, key, now, {
    statements: [
      { name: 'pace', text: countRequest, values: [now] },
      { name: 'hold partner', text: holdPartner, values: [caller.id] },
      { name: 'add', text: add, values: [id, caller.id, ...fields, now, v7(), after, requestId] },
      readBack(id),
      columnSums,
    ],
    answer([paces, partners, , leads, sums = []]) {
      const lead = leads?.[0]
      if (Number(paces?.[0]?.[0]) > maxRequests) throw new Error('too many leads in five minutes')
      if (partners?.[0]?.[0] !== 'partner' || !lead) throw new Error('this is no partner')
      return withSums(leadJson(lead), sums)
    },
  })
}
