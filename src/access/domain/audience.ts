/** Who receives an event live: staff only, one partner and staff, or everybody who is signed in. */
export type Audience =
  | { readonly kind: 'staff' }
  | { readonly kind: 'partner'; readonly partnerId: string }
  | { readonly kind: 'everyone' }

export const audienceKinds = ['staff', 'partner', 'everyone'] as const
export type AudienceKind = (typeof audienceKinds)[number]

/** Staff alone receive it. */
export const staff = { kind: 'staff' } as const satisfies Audience

/** Everybody who is signed in receives it. */
export const everyone = { kind: 'everyone' } as const satisfies Audience

/** One partner and staff receive it. */
export function ofPartner(partnerId: string): Audience & { readonly kind: 'partner' } {
  return { kind: 'partner', partnerId }
}

/** Who reads an event, as its row has it. */
export const readersOf = ({
  audience,
  partnerId = null,
}: {
  readonly audience: Audience
  readonly partnerId?: string | null
}) => ({
  audience: audience.kind,
  partner_id: audience.kind === 'partner' ? audience.partnerId : partnerId,
})
