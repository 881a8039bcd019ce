/** Kind of seal: `A` seals the PDF itself, `B` a certificate with the document attached, `link` a certificate alone. */
export const signRoutes = ['A', 'B', 'link'] as const
export type SignRoute = (typeof signRoutes)[number]

/** Findings of the inspection that staff must know before the document is signed. */
export const signRemarks = ['word', 'already_signed', 'xfa', 'owner_restricted', 'form_fields', 'repaired'] as const
export type SignRemark = (typeof signRemarks)[number]
