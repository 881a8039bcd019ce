import type { Actor } from '#access/domain/actor.ts'
import { maskedIbanOf } from '#money/bank-details/server/present.ts'
import { partnersByIban } from '#money/bank-details/server/queries.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { matchesAlmost, wordsIn } from '#platform/domain/one-edit.ts'
import type { Config } from '#platform/server/config.ts'
import type { Tx } from '#platform/server/db/database.ts'
import type { SearchHit } from '../api.ts'
import { maxHits } from '../domain/search-hits.ts'
import { readNumber } from '../domain/typed-number.ts'
import {
  contractsByName,
  type FoundLead,
  type FoundPerson,
  leadById,
  leadsAlike,
  leadsByText,
  partnerById,
  peopleAlike,
  peopleByName,
} from './name-queries.ts'
import {
  bankFilesByNumber,
  clientInvoicesByNumber,
  clientPaymentsByReference,
  documentsByNumber,
  partnerInvoicesByNumber,
  payoutsByNumber,
  receiptsByReference,
  registrationsByNumber,
  signaturesByReference,
} from './number-queries.ts'
import { present } from './present.ts'

/** Who searches, and for what. */
export interface Search {
  readonly actor: Actor
  readonly typed: string
  readonly now: Date
  readonly config: Pick<Config, 'secret'>
}

const isStaff = ({ actor }: Search) => actor.kind === 'admin'
/** A partner whose main contract is not signed sees contracts alone. */
const isLocked = ({ actor }: Search) => actor.kind === 'partner' && !actor.contractSigned

/** Numbers that somebody quotes, of everything that the caller sees. */
export async function findNumbers(tx: Tx, search: Search): Promise<SearchHit[]> {
  const number = readNumber(search.typed, search.now)
  const to = present(isStaff(search))
  if (isLocked(search)) return (await signaturesByReference(tx, number)).map(to.signature)
  const externalId = search.typed.trim()
  const staffOnly = isStaff(search)
    ? ([
        bankFilesByNumber(tx, number).then((rows) => rows.map(to.bankFile)),
        clientInvoicesByNumber(tx, number).then((rows) => rows.map(to.clientInvoice)),
        leadById(tx, { id: number.id, externalId }).then((rows) => rows.map(to.lead)),
        partnerById(tx, { id: number.id, externalId }).then((rows) => rows.map(to.person)),
      ] as const)
    : []
  const found = await Promise.all([
    registrationsByNumber(tx, number).then((rows) => rows.map(to.registration)),
    payoutsByNumber(tx, number).then((rows) => rows.map(to.payout)),
    documentsByNumber(tx, number, isStaff(search)).then((rows) => rows.map(to.document)),
    receiptsByReference(tx, number).then((rows) => rows.map(to.receipt)),
    signaturesByReference(tx, number).then((rows) => rows.map(to.signature)),
    partnerInvoicesByNumber(tx, number).then((rows) => rows.map(to.partnerInvoice)),
    clientPaymentsByReference(tx, number).then((rows) => rows.map(to.clientPayment)),
    ...staffOnly,
    bankAccounts(tx, search),
  ])
  return found.flat()
}

async function bankAccounts(tx: Tx, search: Search): Promise<SearchHit[]> {
  const owners = await partnersByIban(tx, search)
  const to = present(isStaff(search))
  return owners.map(({ iban_mask_encrypted, ...owner }) =>
    to.bankAccount({ ...owner, mask: maskedIbanOf(search.config, owner.id, iban_mask_encrypted) ?? '' }),
  )
}

/** Whether only a number was typed: digits, or the number of a series. */
function isNumber({ typed, now }: Search): boolean {
  const { registrations, payouts, files, documents } = readNumber(typed, now)
  return !/\p{L}/u.test(typed) || [registrations, payouts, files, documents].some((numbers) => numbers.length > 0)
}

/** Leads whose name, company or address holds the text. */
export async function findLeads(tx: Tx, search: Search): Promise<FoundLead[]> {
  if (isLocked(search)) return []
  // Staff's leads are many: fewer letters are in every other name and have no index, and a number is in some address or other.
  if (isStaff(search) && (!/[\p{L}\p{N}]{3}/u.test(search.typed) || isNumber(search))) return []
  return leadsByText(tx, search.typed, isStaff(search))
}

export async function findPeople(tx: Tx, search: Search): Promise<FoundPerson[]> {
  return isStaff(search) ? peopleByName(tx, search.typed) : []
}

export async function findContracts(tx: Tx, search: Search): Promise<SearchHit[]> {
  return (await contractsByName(tx, search.typed)).map(present(isStaff(search)).contract)
}

/**
 * How alike names have to be, tried in turn, and how many are compared at most. A name that is a slip away is mostly among the
 * first that are little alike, which are soon found; where those are other names, it is more alike than they are.
 */
const steps = [
  { likeness: 0.4, max: 300 },
  { likeness: 0.55, max: 200 },
] as const

/** Words without a digit that are long enough to be mistyped, longest first. */
function fuzzyWords(typed: string): string[] {
  const words = wordsIn(foldText(typed))
  if (words.some((word) => /\d/.test(word))) return []
  return words.filter((word) => word.length >= 4).toSorted((one, other) => other.length - one.length)
}

const isSlip = (search: Search) => {
  const folded = foldText(search.typed)
  return ({ search_text }: { readonly search_text: string }) => matchesAlmost(search_text, folded)
}

/** Leads that are found if a letter is wrong in what was typed, or its words stand in another order. */
export async function findLeadsAlike(tx: Tx, search: Search): Promise<FoundLead[]> {
  const words = fuzzyWords(search.typed)
  if (isLocked(search) || words.length === 0) return []
  for (const step of steps) {
    const found = (await leadsAlike(tx, { words, ...step }, isStaff(search))).filter(isSlip(search))
    if (found.length > 0) return found.slice(0, maxHits)
  }
  return []
}

/** The same for partners and staff. */
export async function findPeopleAlike(tx: Tx, search: Search): Promise<FoundPerson[]> {
  const words = fuzzyWords(search.typed)
  if (!isStaff(search) || words.length === 0) return []
  return (await peopleAlike(tx, words[0] ?? '')).filter(isSlip(search)).slice(0, maxHits)
}
