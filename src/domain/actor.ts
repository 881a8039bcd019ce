/** Who is acting. The kind picks the database role, so row-level security and the code speak of the same people. */
export type Actor =
  | { readonly kind: 'anonymous' }
  | { readonly kind: 'partner'; readonly userId: string; readonly contractSigned: boolean }
  | { readonly kind: 'admin'; readonly userId: string }
  /** Jobs and start-up work: no person. */
  | { readonly kind: 'system' }

/** An actor with a person behind it. */
export type Person = Extract<Actor, { userId: string }>

export const roles = ['partner', 'admin'] as const
export type Role = (typeof roles)[number]

export const roleLabels: Readonly<Record<Role, string>> = { partner: 'Partner', admin: 'Admin' }
