const grouped = new Intl.NumberFormat('fr-FR')

/** Formats a count: '12 346'. */
export function formatCount(count: number): string {
  return grouped.format(count)
}
