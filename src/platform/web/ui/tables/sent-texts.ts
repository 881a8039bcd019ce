/**
 * The searches that a field has written into the address and that the page has not caught up with, oldest first. A busy page
 * renders an address later than it was written, when more may have been typed already.
 */
export type SentTexts = readonly string[]

/** What is left of `sent` when the page renders `search`, and whether the search came from elsewhere, such as a link. */
export function whenRendered(sent: SentTexts, search: string): { readonly sent: SentTexts; readonly isForeign: boolean } {
  const place = sent.lastIndexOf(search)
  return place < 0 ? { sent: [search], isForeign: true } : { sent: sent.slice(place), isForeign: false }
}

export const withSent = (sent: SentTexts, text: string): SentTexts => (sent.at(-1) === text ? sent : [...sent, text])
