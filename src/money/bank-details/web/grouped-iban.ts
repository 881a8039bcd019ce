/** Formats in groups of four: 'FR76 3000 6000 …'. */
export function groupedIban(iban: string): string {
  return iban.toUpperCase().replace(/(.{4})(?=.)/g, '$1 ')
}
