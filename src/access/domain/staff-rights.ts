import { texts } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { ApiScope } from './api-scopes.ts'

/**
 * What staff may change. Everybody of staff reads what staff read; a right opens changes of one kind, or a secret. The tables
 * `staff_rights` and `scope_rights` of the database hold the same (test/staff-rights.test.ts compares them).
 */
export const rights = [
  'partners',
  'contracts',
  'leads',
  'money',
  'bank_details',
  'resources',
  'announcements',
  'programme',
  'team',
  'people',
] as const
export type Right = (typeof rights)[number]

/** The right that a route requires, or several of which one is enough. */
export type NeededRight = Right | readonly [Right, Right, ...Right[]]

export const rightLabels: Readonly<Record<Right, string>> = texts({
  partners: m.partners,
  contracts: m.contracts,
  leads: m.leads,
  money: m.money,
  bank_details: m.rightBankDetails,
  resources: m.rightResources,
  announcements: m.announcements,
  programme: m.scopeProgramme,
  team: m.rightTeam,
  people: m.personalData,
})

export const staffRoles = ['administrator', 'partner_manager', 'finance', 'viewer'] as const
export type StaffRole = (typeof staffRoles)[number]

export const staffRoleLabels: Readonly<Record<StaffRole, string>> = texts({
  administrator: m.roleAdmin,
  partner_manager: m.rolePartnerManager,
  finance: m.roleFinance,
  viewer: m.roleViewer,
})

/** The one table of what each role of staff may do. */
export const rightsOfRole: Readonly<Record<StaffRole, readonly Right[]>> = {
  administrator: rights,
  partner_manager: ['partners', 'contracts', 'leads', 'resources', 'announcements'],
  finance: ['money', 'bank_details'],
  viewer: [],
}

/** What an API key may change with each of its scopes: a key has no role, and never more than its scopes open. */
/** Whom of the staff something is told that asks for these rights. */
export const rolesWith = (...needed: readonly Right[]): readonly StaffRole[] =>
  staffRoles.filter((role) => needed.every((right) => rightsOfRole[role].includes(right)))

export const rightsOfScope: Readonly<Record<ApiScope, readonly Right[]>> = {
  'leads:read': [],
  'leads:write': ['leads'],
  'partners:read': [],
  'partners:write': ['partners'],
  'commissions:read': [],
  'client_payments:read': [],
  'client_payments:write': ['money'],
  'payouts:read': [],
  'invoices:read': [],
  'invoices:write': ['money'],
}

/** The rights of somebody of staff, by role; of an API key, by scopes. */
export function rightsOf(caller: { readonly staffRole: StaffRole } | { readonly scopes: readonly ApiScope[] }): readonly Right[] {
  if ('staffRole' in caller) return rightsOfRole[caller.staffRole]
  return rights.filter((right) => caller.scopes.some((scope) => rightsOfScope[scope].includes(right)))
}

/** Whether somebody with `owned` may do what needs this right, or one of these. */
export function hasRight(owned: readonly Right[], neededRight: NeededRight): boolean {
  return typeof neededRight === 'string' ? owned.includes(neededRight) : neededRight.some((right) => owned.includes(right))
}

/** Which right is missing and whom to ask, as a sentence for screens and refusals. */
export function missingRightMessage(neededRight: NeededRight): string {
  const names = (typeof neededRight === 'string' ? [neededRight] : neededRight).map((right) =>
    m.rightQuoted({ name: rightLabels[right] }),
  )
  return m.rightMissing({ rights: names.reduce((first, second) => m.eitherRight({ first, second })) })
}
