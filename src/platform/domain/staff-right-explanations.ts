import type { Right, StaffRole } from './staff-rights.ts'

/** What each right opens, in one line. */
export const rightExplanations: Readonly<Record<Right, string>> = {
  partners: 'Invite, edit and delete partners, write notes about them, and look at the portal as one of them',
  contracts: 'Assign, validate, countersign, revoke and delete contracts',
  leads: 'Add, edit, move, decide about and hand over leads',
  money: 'Commissions, payouts, bank files, client payments, documents of partners and the year',
  bank_details: 'See a partner’s full IBAN',
  resources: 'Add, edit and delete resources',
  announcements: 'Write announcements to partners',
  programme: 'Tiers, settings of the programme, the provider’s identity and contract templates',
  team: 'Roles of staff, API keys, webhooks, the page System and failed jobs',
}

/** Explains each role of staff in one line. */
export const staffRoleExplanations: Readonly<Record<StaffRole, string>> = {
  administrator: 'May do everything, also give roles to others',
  partner_manager: 'Partners, contracts, leads, resources and announcements; reads everything else',
  finance: 'Commissions, payouts, bank files, client payments and full IBANs; reads everything else',
  viewer: 'Reads everything but full IBANs and keys, changes nothing',
}
