const lettersOf = (name: string) => name.normalize('NFKD').replace(/\P{L}/gu, '').toLowerCase()

/** Whether two texts name the same person, whatever accents, capitals and spaces say. */
export const isSameName = (one: string, other: string): boolean => lettersOf(one) === lettersOf(other)

/** Whether leads of one mailbox name several people, whatever accents, capitals and spaces say. */
export const areSeveral = (leads: readonly { readonly name: string }[]): boolean =>
  new Set(leads.map(({ name }) => lettersOf(name))).size > 1
