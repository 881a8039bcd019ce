/** Who receives an event live: staff only, one partner and staff, or everybody who is signed in. */
export type Audience =
  | { readonly kind: 'staff' }
  | { readonly kind: 'partner'; readonly userId: string }
  | { readonly kind: 'everyone' }

export const audienceKinds = ['staff', 'partner', 'everyone'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Of staff alone. */
export const staff = { kind: 'staff' } as const satisfies Audience

/** Of everybody who is signed in. */
export const everyone = { kind: 'everyone' } as const satisfies Audience

/** Of one partner, and of staff. */
export function ofPartner(userId: string): Audience & { readonly kind: 'partner' } {
  return { kind: 'partner', userId }
}
