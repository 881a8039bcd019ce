import { sql } from 'kysely'
import { isAboutPeople, type TableEntry } from '#access/domain/personal-data.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { contactHashes, writtenHash } from '#leads/refused-contacts/server/commands.ts'
import { areSeveral, isSameName } from '#people-data/domain/same-name.ts'
import type { ProcessingRecord } from '#people-data/register/domain/record.ts'
import { type DeletedLead, deletedLeads } from '#people-data/register/server/deleted-lead-queries.ts'
import { type FoundRows, findRows, isMailbox, type SoughtPerson } from '#people-data/register/server/find-queries.ts'
import { processingRecord } from '#people-data/register/server/queries.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { Portal } from '#platform/server/portal.ts'
import { providerZone } from '#platform/server/provider-calendar.ts'
import type { FoundItem } from '../api/found-data.ts'
import { m } from '../messages/messages.ts'
import type { Choices } from './queries.ts'

type Register = Pick<Portal, 'config' | 'personalData'>

/** A lead that may be the person's: somebody else's has the same mailbox or telephone. */
export interface CandidateLead {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly phone: string
  /** Whether its mailbox is the person's, which others use too; by its telephone alone otherwise. */
  readonly isOfMailbox: boolean
}

const leadItem = (id: string) => `lead ${id}`

/** The leads of a mailbox, and those that have only a telephone in common with them, or with what a letter names. */
async function leadsAround(tx: Tx, { email, phone }: Asking): Promise<{ own: CandidateLead[]; others: CandidateLead[] }> {
  const leads = tx.selectFrom('leads as t').select(['t.id', 't.name', 't.company', 't.email', 't.phone', 't.phone_key'])
  const own =
    email === ''
      ? []
      : await leads
          .where(isMailbox('email', [email]))
          .orderBy('t.id')
          .execute()
  const { rows } = await sql<{ key: string }>`select app.phone_key(${phone}) as key`.execute(tx)
  const keys = [...new Set([...own.map((lead) => lead.phone_key), ...rows.map(({ key }) => key)])].filter((key) => key !== '')
  const ownIds = new Set(own.map(({ id }) => id))
  const byPhone = keys.length === 0 ? [] : await leads.where('t.phone_key', 'in', keys).orderBy('t.id').execute()
  return {
    own: own.map((lead) => ({ ...lead, isOfMailbox: true })),
    others: byPhone.filter(({ id }) => !ownIds.has(id)).map((lead) => ({ ...lead, isOfMailbox: false })),
  }
}

interface Asking {
  readonly id: string
  readonly name: string
  readonly email: string
  readonly phone: string
}

interface OtherRequest {
  readonly id: string
  readonly name: string
  readonly message: string
}

const requestItem = (id: string) => `request ${id}`

/**
 * Requests of a mailbox that may be somebody else's: those in another name, and where there are such, or leads of several people,
 * also those without a name.
 */
async function requestsOfOthers(
  tx: Tx,
  { id = null, email, names, isShared }: { id?: string | null; email: string; names: readonly string[]; isShared: boolean },
): Promise<readonly OtherRequest[]> {
  if (email === '') return []
  const all = await tx
    .selectFrom('people_requests as t')
    .select(['t.id', 't.name', 't.message'])
    .where(isMailbox('email', [email]))
    .orderBy('t.id')
    .execute()
  const rest = all.filter((each) => each.id !== id)
  const isAnothers = ({ name }: OtherRequest) => name !== '' && !names.some((known) => isSameName(known, name))
  const hasSeveral = isShared || rest.some(isAnothers)
  return rest.filter((each) => (each.name === '' ? hasSeveral : isAnothers(each)))
}

/** Leads that staff decide of: by the telephone alone, and all of a mailbox that several people seem to have. */
function candidatesOf({ own, others }: { own: readonly CandidateLead[]; others: readonly CandidateLead[] }): CandidateLead[] {
  return [...(areSeveral(own) ? own : []), ...others]
}

export interface FoundPerson {
  readonly rows: FoundRows
  readonly candidates: readonly FoundItem[]
  readonly phones: readonly string[]
  /** Leads of the mailbox that were deleted. */
  readonly deleted: readonly DeletedLead[]
  /** Why it is kept, how long, and who outside gets it. */
  readonly record: ProcessingRecord
  /** The provider’s, in which times are told. */
  readonly zone: string
  /** Which partner brought each lead. */
  readonly sources: readonly { readonly leadId: string; readonly partner: string }[]
}

/** All that the portal has about whoever made a request, by what staff have decided until now; as the system. */
export async function findRequester(tx: Tx, portal: Register, asking: Asking, choices: Choices): Promise<FoundPerson> {
  const { personalData } = portal
  const around = await leadsAround(tx, asking)
  const candidates = candidatesOf(around)
  const isTheirs = ({ id }: CandidateLead) => choices.get(leadItem(id))?.shown === true
  const isOthers = new Set(candidates.filter((lead) => !isTheirs(lead)).map(({ id }) => id))
  const leads = [...around.own, ...around.others].filter(({ id }) => !isOthers.has(id)).map(({ id }) => id)
  const named = around.own.filter(({ id }) => !isOthers.has(id)).map(({ name }) => name)
  const requests = await requestsOfOthers(tx, { ...asking, names: [asking.name, ...named], isShared: areSeveral(around.own) })
  const others = requests.filter(({ id }) => choices.get(requestItem(id))?.shown !== true).map(({ id }) => id)
  const deleted = await deletedLeads(tx, asking.email === '' ? [] : [asking.email])
  const rows = await findRows(tx, personalData, {
    ...(await soughtBy(tx, portal, asking.email)),
    keys: { leads },
    deleted: deleted.map(({ id }) => id),
    except: { leads: [...isOthers], people_requests: others },
  })
  const phones = [...(rows.get('leads')?.values() ?? [])].map(({ phone }) => String(phone ?? '')).filter((phone) => phone !== '')
  return {
    rows,
    candidates: [
      ...candidates.map((lead) => presentCandidate(lead, choices)),
      ...requests.map((request) => presentOtherRequest(request, choices)),
    ],
    phones: [...new Set(phones)],
    deleted,
    ...(await circumstancesOf(tx, portal, rows)),
  }
}

/** All that the portal has about somebody with an account; as the system. */
export async function findMember(
  tx: Tx,
  portal: Register,
  { userId, email, name }: { readonly userId: string; readonly email: string; readonly name: string },
) {
  const others = await requestsOfOthers(tx, { email, names: [name], isShared: false })
  const rows = await findRows(tx, portal.personalData, {
    ...(await soughtBy(tx, portal, email)),
    keys: { profiles: [userId] },
    except: { people_requests: others.map(({ id }) => id) },
  })
  return { rows, ...(await circumstancesOf(tx, portal, rows)) }
}

/** What else somebody is told of their data (GDPR, art. 15(1)). */
async function circumstancesOf(tx: Tx, portal: Register, rows: FoundRows) {
  return {
    record: await processingRecord(tx, portal),
    zone: await providerZone(tx),
    sources: await sourcesOf(tx, [...(rows.get('leads')?.keys() ?? [])]),
  }
}

/**
 * Rows of a mailbox. A company is its only person's; of one that has others, what is about the company is none of theirs. What
 * the provider owes partners names clients beside others and amounts: it is nothing of a client's (GDPR, art. 15(4)).
 */
async function soughtBy(tx: Tx, { config, personalData }: Register, email: string): Promise<SoughtPerson> {
  const owed = Object.entries(personalData).flatMap(([name, entry]) => (isOwedToPartners(entry) ? [name] : []))
  if (email === '') return { emails: [], hashes: [], without: owed }
  const { rows } = await sql<{ people: number }>`
    select count(distinct o.person_id)::int as people from profiles t join partner_members c on c.person_id = t.user_id
      join partner_members o on o.partner_id = c.partner_id and o.until is null
    where ${isMailbox('email', [email])} and c.until is null`.execute(tx)
  const people = rows[0]?.people ?? 0
  const hashes = [...contactHashes(config, { email, phone: '' }), writtenHash(config, email)]
  return { emails: [email], hashes, without: [...(people > 1 ? ['partners'] : []), ...(people === 0 ? owed : [])] }
}

const isOwedToPartners = (entry: TableEntry) =>
  isAboutPeople(entry) && ['payments', 'accounting'].includes(entry.why) && [entry.of].flat().includes('partner')

function presentCandidate({ id, name, company, phone, email, isOfMailbox }: CandidateLead, choices: Choices): FoundItem {
  const where = isOfMailbox ? m.sameMailbox() : m.samePhone()
  return itemToDecide({ item: leadItem(id), kind: 'candidate', where }, [name, company, email, phone], choices)
}

const presentOtherRequest = ({ id, name, message }: OtherRequest, choices: Choices): FoundItem =>
  itemToDecide({ item: requestItem(id), kind: 'text', where: m.sameMailboxRequest() }, [name, message], choices)

/** What staff say of: whether it is of whoever asks. */
function itemToDecide(found: Pick<FoundItem, 'item' | 'kind' | 'where'>, lines: readonly string[], choices: Choices): FoundItem {
  const { shown = null, reason = '' } = choices.get(found.item) ?? {}
  return { ...found, text: lines.filter((line) => line !== '').join('\n'), fileId: null, shown, reason }
}

async function sourcesOf(tx: Tx, leadIds: readonly string[]) {
  if (leadIds.length === 0) return []
  return tx
    .selectFrom('leads as l')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
    .select(['l.id as leadId', sql<string>`concat_ws(', ', p.full_name, nullif(p.company, ''))`.as('partner')])
    .where('l.id', 'in', leadIds)
    .orderBy('l.id')
    .execute()
}
