const grouped = new Intl.NumberFormat('fr-FR')

/** '12 346': how many of something there are. */
export function formatCount(count: number): string {
  return grouped.format(count)
}
