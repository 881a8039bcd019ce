/** Formats page numbers as ranges: [1, 2, 3, 5] -> '1-3, 5'. Duplicates are dropped. */
export function pageRanges(pages: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const page of [...new Set(pages)].sort((a, b) => a - b)) {
    const last = ranges.at(-1)
    if (last && page === last[1] + 1) last[1] = page
    else ranges.push([page, page])
  }
  return ranges.map(([from, to]) => (from === to ? String(from) : `${from}-${to}`)).join(', ')
}
