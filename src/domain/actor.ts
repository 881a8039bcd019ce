/** The authenticated caller. The kind selects the database role that row-level security applies to. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'partner'; readonly userId: string; readonly contractSigned: boolean }
  | { readonly kind: 'admin'; readonly userId: string }
  /** Jobs and start-up tasks, without a person. */
  | { readonly kind: 'system' }

/** An actor that is a person. */
export type Person = Extract<Actor, { userId: string }>

/** Whether the caller is this person: nobody decides about money of their own. */
export function isOneself(actor: Actor, userId: string): boolean {
  return 'userId' in actor && actor.userId === userId
}

export const roles = ['partner', 'admin'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Readonly<Record<Role, string>> = { partner: 'Partner', admin: 'Admin' }
