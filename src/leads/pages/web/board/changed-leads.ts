import { maxChangedLeads } from '#leads/leads/api/lead-lists.ts'

/** Ids of leads, or of their commissions, by the time at which they were changed last; a map's first entry is its oldest. */
type Changes = Map<string, number>
const byOthers: Changes = new Map()
const shownHere: Changes = new Map()

function note(changes: Changes, id: string): void {
  changes.delete(id)
  changes.set(id, performance.now())
  // One more than a board reads by their ids: it then reads itself as a whole.
  const [oldest] = changes.keys()
  if (changes.size > maxChangedLeads + 1 && oldest !== undefined) changes.delete(oldest)
}

const since = (changes: Changes, time: number) => [...changes].flatMap(([id, at]) => (at >= time ? id : []))

/** Notes a lead that boards have to read again. */
export const noteChanged = (id: string): void => note(byOthers, id)

/** Notes a lead whose change by this tab the boards show. */
export const noteShown = (id: string): void => note(shownHere, id)

/** Leads that a board has to read whose last read began at this time (`performance.now()`). */
export const changedSince = (time: number): readonly string[] => since(byOthers, time)

/** Leads that others, or this tab, have changed since. */
export const touchedSince = (time: number): readonly string[] => [...since(byOthers, time), ...since(shownHere, time)]

export const isShownSince = (id: string, time: number): boolean => (shownHere.get(id) ?? 0) >= time
