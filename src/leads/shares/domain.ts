/** A partner's part of a shared lead, in percent with at most two decimals; the parts of a lead add up to 100. */
export interface LeadPart {
  readonly id: string
  readonly name: string
  readonly deleted: boolean
  readonly percent: number
}

/** What a list says of a shared lead: the reader's part, for staff that of the lead's own partner. */
export interface ShareInList {
  readonly percent: number
  /** The lead is another partner's, who shares it with the reader. */
  readonly isOthers: boolean
}

/** Bounds of the part that another partner gets: the lead's own partner keeps a part. */
export const minPercent = 0.01
export const maxPercent = 99.99
