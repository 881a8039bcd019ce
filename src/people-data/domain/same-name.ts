const lettersOf = (name: string) => name.normalize('NFKD').replace(/\P{L}/gu, '').toLowerCase()

/** Whether leads of one mailbox name several people, whatever accents, capitals and spaces say. */
export const areSeveral = (leads: readonly { readonly name: string }[]): boolean =>
  new Set(leads.map(({ name }) => lettersOf(name))).size > 1
