export interface WorldSizes {
  readonly leads: number
  readonly partners: number
  /** Of these leads, those in the first partner's Nouveau: one long column on a board. */
  readonly column: number
}
