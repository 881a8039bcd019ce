import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#access/domain/actor.ts'
import { partnerContacts } from '#accounts/people/server/queries.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { wordsIn } from '#platform/domain/one-edit.ts'
import type { Tx } from '#platform/server/db/database.ts'
import { searchPattern } from '#platform/server/http/lists/listing.ts'
import { maxHits } from '../domain/search-hits.ts'

/** The text has each of the typed words somewhere, in any order. */
function hasWords(column: RawBuilder<unknown>, typed: string): RawBuilder<boolean> {
  const words = wordsIn(foldText(typed)).slice(0, 8)
  // What has no letter, such as '%', is looked for as it was typed.
  if (words.length === 0) return sql<boolean>`${column} like ${searchPattern(typed)}`
  return sql<boolean>`(${sql.join(
    words.map((word) => sql`${column} like ${`%${word}%`}`),
    sql` and `,
  )})`
}

export interface FoundPerson {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly role: Role
  readonly search_text: string
}

/** Partners and staff, without API keys and those who were deleted; first those whose name begins as typed. */
export function peopleByName(tx: Tx, typed: string): Promise<FoundPerson[]> {
  const beginning = sql`(select app.unaccent(lower(${typed.trim()})))`
  return people(tx)
    .where(hasWords(sql`p.search_text`, typed))
    .orderBy(sql`not starts_with(p.name_key, ${beginning})`)
    .orderBy('p.name_key')
    .limit(2 * maxHits)
    .execute()
}

/** Looked up for each person that is shown: a join would look it up for each that matches. */
const companyOf = sql`(select m.partner_id from partner_members m where m.person_id = p.user_id and m.until is null)`

function people(tx: Tx) {
  return (
    tx
      .selectFrom('profiles as p')
      .leftJoin('user_roles as r', 'r.user_id', 'p.user_id')
      // Whoever of a company is found opens the company.
      .select(sql<string>`case when r.role = 'admin' then p.user_id else coalesce(${companyOf}, p.user_id) end`.as('id'))
      .select(['p.full_name as name', 'p.company', 'p.email', 'p.search_text'])
      .select(sql<Role>`coalesce(r.role, 'partner')`.as('role'))
      .where('p.deleted_at', 'is', null)
      .where(sql<boolean>`r.role is distinct from 'api_key'`)
  )
}

/** The partner with the id, or what another system calls it; else the person with the id. */
export function partnerById(tx: Tx, { id, externalId }: { readonly id: string | null; readonly externalId: string }) {
  const mainPeople = sql`array(select main_person_id from partners where external_id = ${externalId} or id = ${id}::uuid)`
  return people(tx)
    .where(sql<boolean>`p.user_id = any(array_append(${mainPeople}, ${id}::uuid))`)
    .orderBy(sql`${companyOf} = ${id}::uuid`, sql`desc nulls last`)
    .limit(1)
    .execute()
}

export interface FoundContract {
  readonly id: string
  readonly title: string
  readonly partner: string
  readonly status: string
}

/** Contracts by title and partner, newest first. */
export function contractsByName(tx: Tx, typed: string): Promise<FoundContract[]> {
  return tx
    .selectFrom('contracts as c')
    .innerJoin(partnerContacts.as('p'), 'p.partner_id', 'c.user_id')
    .select(['c.id', 'c.title', 'p.full_name as partner', 'c.status'])
    .where(hasWords(sql`(p.search_text || ' ' || c.title_key)`, typed))
    .orderBy('c.created_at', 'desc')
    .orderBy('c.id', 'desc')
    .limit(maxHits)
    .execute()
}

export interface FoundLead {
  readonly id: string
  readonly name: string
  readonly company: string
  readonly email: string
  readonly partner: string
  readonly search_text: string
}

function leads(tx: Tx) {
  return (
    tx
      .selectFrom('leads as l')
      // Who shares another partner's lead does not read that partner's profile.
      .leftJoin(partnerContacts.as('p'), 'p.partner_id', 'l.partner_id')
      .select(['l.id', 'l.name', 'l.company', 'l.email', 'l.search_text'])
      .select(sql<string>`coalesce(p.full_name, '')`.as('partner'))
      .where('l.restricted_at', 'is', null)
  )
}

/**
 * Leads that hold the text, newest first. A search of staff finds the ids past the policies, and reads the rows through them.
 * One of a partner compares all their leads, then sorts those that match: reading from the newest on is quick only for
 * frequent words.
 */
export function leadsByText(tx: Tx, typed: string, ofAll: boolean): Promise<FoundLead[]> {
  const pattern = searchPattern(typed)
  const ids = ofAll
    ? sql`select app.search_all_leads(${pattern}, null, null, null, ${maxHits})`
    : sql`with matching as materialized (select id, created_at from leads where search_text like ${pattern})
        select id from matching order by created_at desc, id desc limit ${maxHits}`
  return leads(tx)
    .where(sql<boolean>`l.id = any(array(${ids}))`)
    .orderBy('l.created_at', 'desc')
    .orderBy('l.id', 'desc')
    .limit(maxHits)
    .execute()
}

/** The lead with the id, or what another system calls it. */
export function leadById(tx: Tx, { id, externalId }: { readonly id: string | null; readonly externalId: string }) {
  return leads(tx)
    .where((where) => where.or([where('l.external_id', '=', externalId), ...(id ? [where('l.id', '=', id)] : [])]))
    .limit(1)
    .execute()
}

/** Names that are like the typed words; whoever asks decides which are a slip away. */
interface Alike {
  /** Folded, longest first. */
  readonly words: readonly string[]
  /** The share of a word's trigrams that a text has to have. */
  readonly likeness: number
  /** The most that are compared. */
  readonly max: number
}

/** The words that a word is when two neighbours in it are swapped: of a short one, these leave few trigrams. */
const swapped = (word: string) => beginningWith(swaps(word))

const beginningWith = (beginnings: readonly string[]) => `\\m(${beginnings.join('|')})`

const swaps = (word: string) =>
  Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))

/** The beginnings of words that a word is with one letter wrong, missing, too many, or swapped with its neighbour. */
function slips(word: string): string {
  const wrong = Array.from(word, (_, at) => {
    const [before, after] = [word.slice(0, at), word.slice(at + 1)]
    return [`${before}\\w${after}`, `${before}\\w${word.slice(at)}`, before + after]
  })
  return beginningWith([...swaps(word), ...wrong.flat()])
}

export function leadsAlike(tx: Tx, { words, likeness, max }: Alike, ofAll: boolean): Promise<FoundLead[]> {
  const [word = ''] = words
  if (ofAll) {
    const ids = sql`select app.search_leads_alike(${[...words.slice(0, 3)]}::text[], ${swapped(word)}, ${likeness}, ${max})`
    return leads(tx).where(sql<boolean>`l.id = any(array(${ids}))`).execute()
  }
  // One of the word's halves is as it was typed, wherever the slip is: reading these is cheaper than comparing all trigrams.
  return leads(tx)
    .where(hasHalf(sql`l.search_text`, word))
    .where(sql<boolean>`(l.search_text ~ ${swapped(word)} or word_similarity(${word}, l.search_text) >= ${likeness})`)
    .limit(max)
    .execute()
}

function hasHalf(column: RawBuilder<unknown>, word: string): RawBuilder<boolean> {
  const middle = Math.floor(word.length / 2)
  return sql<boolean>`(${column} like ${`%${word.slice(0, middle - 1)}%`} or ${column} like ${`%${word.slice(middle + 1)}%`})`
}

/** The most partners and staff that are compared. */
const maxPeople = 200

/** Partners and staff with a name that is the folded word but for one slip: so few that each is compared. */
export function peopleAlike(tx: Tx, word: string): Promise<FoundPerson[]> {
  return people(tx)
    .where(sql<boolean>`p.search_text ~ ${slips(word)}`)
    .limit(maxPeople)
    .execute()
}
