import type { Actor, Membership, PartnerRole } from './actor.ts'

/**
 * What somebody may see and do of the partner that they belong to. The database decides the same by `app.partner_may`
 * (test/partner-abilities.test.ts compares them).
 */
export const partnerAbilities = [
  /** Leads that are theirs. */
  'leads',
  /** All leads of the partner. */
  'all_leads',
  /** Commissions of leads that are theirs. */
  'own_money',
  /** Commissions, payouts, invoices and the figures that follow from them. */
  'money',
  /** Bank and billing details. */
  'bank',
  /** Documents of vigilance. */
  'documents',
  /** Contracts. */
  'contracts',
  /** Signing contracts, which binds the partner. */
  'sign',
  /** The people of the partner. */
  'team',
  /** The name of the company. */
  'company',
] as const
export type Ability = (typeof partnerAbilities)[number]

const abilitiesOfRole: Readonly<Record<PartnerRole, readonly Ability[]>> = {
  owner: partnerAbilities,
  manager: ['leads', 'all_leads', 'own_money', 'money', 'contracts', 'company'],
  member: ['leads'],
  accountant: ['own_money', 'money', 'bank', 'documents', 'contracts'],
}

/** What a member of a partner may; a member of the team reads the amounts of their own leads where an owner says so. */
export function abilitiesOf({ role, seesAmounts }: Pick<Membership, 'role' | 'seesAmounts'>): readonly Ability[] {
  return role === 'member' && seesAmounts ? [...abilitiesOfRole.member, 'own_money'] : abilitiesOfRole[role]
}

/** Whether somebody of a partner may; staff are not asked. */
export function partnerMay(actor: Actor, ability: Ability): boolean {
  return actor.kind !== 'partner' || abilitiesOf(actor.partner).includes(ability)
}

type EventTopic = 'all_leads' | 'money' | 'bank' | 'documents' | 'contracts' | 'team'

const topics: readonly (readonly [RegExp, EventTopic])[] = [
  [/^(leads?|registration|introduction_link|client_invoice)\./, 'all_leads'],
  [/^(client_payment|commission|dispute|payout|payout_run|invoice|das2|terms)\./, 'money'],
  [/^(payment_info|billing|supplier_code)\./, 'bank'],
  [/^vigilance\./, 'documents'],
  [/^contract\./, 'contracts'],
]

/** What somebody needs to read an event of their partner; `app.event_topic` says the same. */
export function eventTopic(name: string): EventTopic {
  return topics.find(([names]) => names.test(name))?.[1] ?? 'team'
}

/** Events of the sections that a signed main contract unlocks; a locked-out partner receives none of them. */
export function needsSignedContract(name: string): boolean {
  return /^(leads?|registration|client_payment|commission|dispute|payout|invoice|resource|payment_info|billing|vigilance)\./.test(
    name,
  )
}

/** An event of a partner, and the person whom the lead is of that it, or its commission, is about. */
interface PartnerEvent {
  readonly name: string
  readonly actorId: string | null
  readonly subjectId: string | null
  readonly typedBy: string | null
}

/** Whether somebody of a partner reads an event of the partner. */
export function readsEvent(
  { userId, partner }: { readonly userId: string; readonly partner: Membership },
  { name, actorId, subjectId, typedBy }: PartnerEvent,
): boolean {
  const abilities = abilitiesOf(partner)
  if (actorId === userId || subjectId === userId || abilities.includes(eventTopic(name))) return true
  const isOfOwnLead = eventTopic(name) === 'all_leads' || (name.startsWith('commission.') && abilities.includes('own_money'))
  return typedBy === userId && isOfOwnLead
}
