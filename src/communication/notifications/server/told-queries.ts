import { sql } from 'kysely'
import { eventTopic } from '#access/domain/abilities.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { MailContent, Receiver } from '#platform/server/mail/mail-content.ts'
import { mailDay } from '#platform/server/mail/mail-dates.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { EventName } from '#portal/api/events.ts'
import { type NewsKind, type NewsTiming, newsTiming } from '../domain/news-mail.ts'
import { m } from '../messages/messages.ts'
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
export async function mailToTold(tx: Tx, concern: Concern, write: (to: Receiver) => MailContent): Promise<MailContent[]> {
  const mails = (await toldPeople(tx, concern)).map(write)
  const former = mails.length > 0 ? await findMerged(tx, concern.partnerId) : undefined
  return former ? mails.map((mail) => aboutFormer(mail, former)) : mails
}

interface Merged {
  readonly id: string
  readonly name: string
  /** The day of the merge, as mails say it. */
  readonly day: string
}

/** A partner that was merged into another one, whose people are told about it. */
async function findMerged(tx: Tx, partnerId: string): Promise<Merged | undefined> {
  const row = await tx
    .selectFrom('partners as c')
    .innerJoin('profiles as p', 'p.user_id', 'c.main_person_id')
    .select(['c.id', 'c.merged_at', 'p.full_name', 'p.company'])
    .where('c.id', '=', partnerId)
    .where('c.merged_into', 'is not', null)
    .executeTakeFirst()
  if (!row?.merged_at) return undefined
  return { id: row.id, name: row.company || row.full_name, day: mailDay(row.merged_at, await providerZone(tx)) }
}

/** Money pages show the former partner by its id; the reader's own bank details have nothing to do with it. */
function aboutFormer({ button, ...mail }: MailContent, { id, name, day }: Merged): MailContent {
  const [hello = '', ...paragraphs] = mail.paragraphs
  const told = { ...mail, paragraphs: [hello, m.aboutFormerPartner({ name, day }), ...paragraphs] }
  if (!button || button.url.endsWith(pagePaths.paymentInfo)) return told
  const url = new URL(button.url)
  if (url.pathname === pagePaths.payouts || url.pathname === pagePaths.commissions) url.searchParams.set('partner', id)
  return { ...told, button: { ...button, url: url.href } }
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
