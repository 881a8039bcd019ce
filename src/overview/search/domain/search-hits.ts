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
export const hitLabels: Readonly<Record<HitKind, string>> = {
  registration: 'Registration',
  receipt: 'Receipt of a registration',
  payout: 'Payout',
  bankFile: 'Bank file',
  document: 'Invoice or receipt',
  partnerInvoice: 'Partner’s invoice',
  clientInvoice: 'Client’s invoice',
  clientPayment: 'Client payment',
  signature: 'Signature',
  bankAccount: 'Bank account',
  lead: 'Lead',
  partner: 'Partner',
  person: 'Staff',
  contract: 'Contract',
}

/** The most that a group shows: whoever looks for more opens the list. */
export const maxHits = 6
/** The fewest letters that are looked for. */
export const minTyped = 2
