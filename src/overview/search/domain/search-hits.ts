import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'

/** What is found, by what it is quoted or known by. */
export const hitKinds = [
  'registration',
  'receipt',
  'payout',
  'bankFile',
  'document',
  'partnerInvoice',
  'clientInvoice',
  'clientPayment',
  'signature',
  'bankAccount',
  'lead',
  'partner',
  'person',
  'contract',
] as const
export type HitKind = (typeof hitKinds)[number]

/** The headings under which hits stand, in their order: a number that was quoted is more than a name. */
export const hitGroups = ['Numbers', 'Leads', 'Partners', 'Contracts', 'Team'] as const
export type HitGroup = (typeof hitGroups)[number]

export const groupOfHit: Readonly<Record<HitKind, HitGroup>> = {
  registration: 'Numbers',
  receipt: 'Numbers',
  payout: 'Numbers',
  bankFile: 'Numbers',
  document: 'Numbers',
  partnerInvoice: 'Numbers',
  clientInvoice: 'Numbers',
  clientPayment: 'Numbers',
  signature: 'Numbers',
  bankAccount: 'Numbers',
  lead: 'Leads',
  partner: 'Partners',
  person: 'Team',
  contract: 'Contracts',
}

/** What a number is, in front of what it is about. */
export const hitLabels = texts<HitKind>({
  registration: m.registration,
  receipt: m.registrationReceipt,
  payout: m.payout,
  bankFile: m.bankFile,
  document: m.invoiceOrReceipt,
  partnerInvoice: m.partnerInvoice,
  clientInvoice: m.clientsInvoice,
  clientPayment: m.clientPayment,
  signature: m.signature,
  bankAccount: m.bankAccount,
  lead: m.lead,
  partner: m.partner,
  person: m.staff,
  contract: m.contract,
})

export const hitGroupLabels = texts<HitGroup>({
  Numbers: m.numbers,
  Leads: m.leads,
  Partners: m.partners,
  Contracts: m.contracts,
  Team: m.team,
})

/** The most that a group shows: whoever looks for more opens the list. */
export const maxHits = 6
/** The fewest letters that are looked for. */
export const minTyped = 2
