import type { PartnerRole } from '#access/domain/actor.ts'
import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** The person that a dialog is about. */
export interface NamedPerson {
  readonly id: string
  readonly fullName: string
}

interface Marked {
  readonly name: string
  readonly deleted: boolean
  /** They left their company, which is still a partner. */
  readonly left?: boolean | undefined
}

/** Display name; deleted people keep their name and are marked, and so do colleagues who left. */
export function nameOf(person: Marked): string {
  if (person.left) return m.personLeft({ name: person.name })
  return person.deleted ? m.deletedPerson({ name: person.name }) : person.name
}

/** Whether the link of an open invitation works or has to be sent again, or whether there is none: they came from a file. */
export const invitationFilters = ['open', 'expired', 'none'] as const
export type InvitationFilter = (typeof invitationFilters)[number]

export const invitationFilterLabels: Readonly<Record<InvitationFilter, string>> = texts({
  open: m.invitationOpen,
  expired: m.invitationExpired,
  none: m.toBeInvited,
})

/** A partner who has brought no lead for this many days is dormant. */
export const dormantAfterDays = 60

/** What somebody is to their company, in a word. */
export const partnerRoleLabels: Readonly<Record<PartnerRole, string>> = texts({
  owner: m.roleOwner,
  manager: m.roleManager,
  member: m.roleMember,
  accountant: m.roleAccountant,
})

/** 'Nadia Benali — Benali Expertise', to choose a partner by; a company of the same name is not said twice. */
export const partnerLine = ({ name, company }: { readonly name: string; readonly company: string }): string =>
  company && company !== name ? `${name} — ${company}` : name
