import { pagePaths } from '#access/domain/page-paths.ts'

interface MovedPage {
  readonly from: string
  readonly to: string
  /** Parameters that mean the same on the new page; others would filter what they were not made for. */
  readonly keeps: readonly string[]
}

/** Addresses that pages had once, which bookmarks and old mails still have. */
export const movedPages: readonly MovedPage[] = [
  { from: `${pagePaths.adminPayouts}/files`, to: pagePaths.adminPayouts, keeps: ['file'] },
]

/** Where an old address leads now: the new page with the parameters that it understands. */
export function movedTo({ to, keeps }: MovedPage, search: string): string {
  const before = new URLSearchParams(search)
  const kept = new URLSearchParams(keeps.flatMap((name) => before.getAll(name).map((value) => [name, value])))
  return kept.size > 0 ? `${to}?${kept}` : to
}
