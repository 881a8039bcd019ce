import { texts, type WrittenLanguage } from '#platform/domain/languages.ts'
import { m } from '../messages/messages.ts'
import type { Right } from './staff-rights.ts'

/** What somebody is to the company that they belong to. */
export const partnerRoles = ['owner', 'manager', 'member', 'accountant'] as const
export type PartnerRole = (typeof partnerRoles)[number]

/** The company that somebody belongs to. */
export interface Membership {
  /** The partner's id, which is not the person's: several people may belong to one partner. */
  readonly id: string
  readonly role: PartnerRole
  /** Whether a member reads the amounts of their own leads. */
  readonly seesAmounts: boolean
  /** Whether others share leads with the partner: known of sessions. */
  readonly sharesLeads?: boolean
}

/** The authenticated caller. The kind selects the database role that row-level security applies to. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'partner'
      readonly userId: string
      readonly partner: Membership
      readonly contractSigned: boolean
      /** The member of staff who views the portal as this partner: nothing may be changed then, and no secret shown. */
      readonly viewerId?: string
    }
  /** Staff, or an API key, which has the rights of its scopes. */
  | {
      readonly kind: 'admin'
      readonly userId: string
      readonly rights: readonly Right[]
      /** The company that they belong to, or did before they joined the staff: its money is their own. */
      readonly partner?: Membership | undefined
    }
  /** Jobs and start-up tasks, without a person. */
  | { readonly kind: 'system' }

/**
 * Who may call a route. `unlocked`: staff, or a partner whose main contract is signed; everyone else who is signed in
 * gets 403 `contract_not_signed`. `unlockedPartner`: the same without staff.
 */
export type Who = 'anyone' | 'member' | 'unlocked' | 'partner' | 'unlockedPartner' | 'admin'

/** Works without a person: jobs, start-up tasks, and what its caller's role may not do. */
export const system = { kind: 'system' } as const satisfies Actor

/** A visitor who has not signed in. */
export const anonymous = { kind: 'anonymous' } as const satisfies Actor

export type Person = Extract<Actor, { userId: string }>

/** Whether the caller belongs to this partner: nobody decides about money of their own. */
export function isOwnPartner(actor: Actor, partnerId: string): boolean {
  return 'partner' in actor && actor.partner?.id === partnerId
}

/** The person as the only one of a partner, who has the partner's id, and with whom nobody shares a lead. */
export function soleOwner(id: string): Membership {
  return { id, role: 'owner', seesAmounts: true, sharesLeads: false }
}

/** Whether a member of staff views the portal as the actor, a partner. */
export function isView(actor: Actor): boolean {
  return actor.kind === 'partner' && actor.viewerId !== undefined
}

/** How somebody stands to a record of a partner. */
export interface CallerRights {
  readonly isStaff: boolean
  /** Whether the record is the caller's own: nobody decides about money of their own. */
  readonly isOwn: boolean
  /** Whether the caller's staff role lacks the right to decide. */
  readonly lacksRight?: boolean
}

/** How the caller stands to what is about `partnerId`, and is decided with this right. */
export function callerRights(actor: Actor, partnerId: string, right: Right): CallerRights {
  const isStaff = actor.kind === 'admin'
  return { isStaff, isOwn: isOwnPartner(actor, partnerId), lacksRight: isStaff && !actor.rights.includes(right) }
}

export const roles = ['partner', 'admin'] as const
export type Role = (typeof roles)[number]

/** Roles as stored: an API key has a profile too, and is neither a partner nor staff. */
export const storedRoles = [...roles, 'api_key'] as const
export type StoredRole = (typeof storedRoles)[number]

export const roleLabels: Readonly<Record<Role, string>> = texts({ partner: m.partner, admin: m.roleAdmin })

/** The side that a person of a role is on; visitors, clients and mails are on that of partners. */
export const sideOf = (role: Role | undefined): WrittenLanguage => (role === 'admin' ? 'en' : 'fr')
