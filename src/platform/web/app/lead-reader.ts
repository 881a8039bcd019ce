/** What shows single leads: reads the changed ones by their ids. */
export interface LeadReader {
  readonly onChangedLeads: (ids: readonly string[]) => void
  /** Whether the lead was read since this time (`performance.now()`). */
  readonly hasRead: (id: string, since: number) => boolean
}
let current: LeadReader | null = null
/** The board says how it reads leads: it is not loaded with every page. */
export function setLeadReader(reader: LeadReader): void {
  current = reader
}
/** Null while no board has been opened. */
export function leadReader(): LeadReader | null {
  return current
}
