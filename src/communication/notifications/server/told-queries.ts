import { sql } from 'kysely'
import { type NewsKind, type NewsTiming, newsTiming } from '#communication/lead-news/domain/news.ts'
import type { EventName } from '#platform/domain/event-names.ts'
import { eventTopic } from '#platform/domain/partner-abilities.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Email, Receiver } from '#platform/server/mail/email.ts'
import { newsChoices } from './queries.ts'

/** What a mail is about: `app.people_told` says whom of a partner it concerns. */
interface Concern {
  readonly name: EventName
  readonly partnerId: string
  /** The lead that the event is about. */
  readonly leadId?: string | null
  /** Who began what it is about. */
  readonly begunBy?: string | null
}

/** The people of a partner whom an event concerns, those who have joined the partner first. */
export async function toldPeople(tx: Tx, { name, partnerId, leadId = null, begunBy = null }: Concern): Promise<Receiver[]> {
  const { rows } = await sql<Receiver>`
    select p.user_id as "userId", p.full_name as name, p.email as address
    from app.people_told(${partnerId}::uuid, ${eventTopic(name)}, ${leadId}::uuid, ${begunBy}::uuid) told
      join profiles p on p.user_id = told
      join partner_members m on m.person_id = told and m.until is null
    order by m.since, p.user_id`.execute(tx)
  return rows
}

/** One mail to each of a partner's people whom an event concerns, which greets its reader. */
export async function mailToTold(tx: Tx, concern: Concern, write: (to: Receiver) => Email): Promise<Email[]> {
  return (await toldPeople(tx, concern)).map(write)
}

/** Whoever has not switched a kind of news off. */
export const notOff: readonly NewsTiming[] = ['at_once', 'digest']

interface Wanted {
  readonly kind: NewsKind
  readonly timings: readonly NewsTiming[]
}

/** The people of a partner whom news of a lead concern, as far as they chose to get them so. */
export async function toldOfLead(tx: Tx, concern: Concern, { kind, timings }: Wanted): Promise<Receiver[]> {
  const wanted: Receiver[] = []
  for (const to of await toldPeople(tx, concern)) {
    if (timings.includes(newsTiming(kind, await newsChoices(tx, to.userId)))) wanted.push(to)
  }
  return wanted
}
