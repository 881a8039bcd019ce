// Changes with nothing around them: no event, no check, no key. The sums are kept by the tables' own triggers.
import type pg from 'pg'
import { v7 } from 'uuid'
import { leadColumns, leadJson, readBack } from './lead-json.ts'
import { type Caller, inOneTrip } from './reads.ts'

export interface Move {
  readonly from: string
  readonly to: string
}

export type NewLead = Readonly<Record<'name' | 'company' | 'email' | 'phone' | 'website' | 'offerType' | 'notes', string>> & {
  readonly estimatedAmountCents: number
}

const move = `with l as (update leads set status = $3, updated_at = $4 where id = $1 and status = $2 returning *)
  select ${leadColumns} from l join profiles p on p.user_id = l.partner_id`

export async function moveLead(client: pg.Client, caller: Caller, id: string, { from, to }: Move): Promise<string> {
  const [[row] = []] = await inOneTrip(client, caller, { name: 'move', text: move, values: [id, from, to, new Date()] })
  if (!row) throw new Error(`lead ${id} is not in ${from}`)
  return leadJson(row)
}

const add = `insert into leads (id, partner_id, name, company, email, phone, website, estimated_amount_cents, offer_type, notes,
    status, created_at, updated_at)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'nouveau', $11, $11)`

export async function addLead(client: pg.Client, caller: Caller, lead: NewLead): Promise<string> {
  const { name, company, email, phone, website, estimatedAmountCents, offerType, notes } = lead
  const id = v7()
  const values = [id, caller.id, name, company, email, phone, website, estimatedAmountCents, offerType, notes, new Date()]
  const [, [row] = []] = await inOneTrip(client, caller, { name: 'add', text: add, values }, readBack(id))
  if (!row) throw new Error('the lead was not added')
  return leadJson(row)
}
