export interface WorldSizes {
  readonly leads: number
  readonly partners: number
  /** How many of these leads are in the first partner's Nouveau: one long column on a board. */
  readonly column: number
  /** When it ends, ISO 8601: the same world is made on any day of a month, in any database. */
  readonly until: string
  /** Leads have values of ten fields that staff have added. */
  readonly customFields: boolean
  /** How many people belong to each partner beside its owner. */
  readonly colleagues: number
}

/** The world of so many leads that is measured this month. */
export function worldOf(leads: number, { fields = false, colleagues = 0 } = {}): WorldSizes {
  const until = `${new Date().toISOString().slice(0, 7)}-01T00:00:00.000Z`
  return { leads, partners: 2000, column: Math.round(Math.min(5200, leads * 0.052)), until, customFields: fields, colleagues }
}

/** From this column leads are signed: the works that move others leave it alone. */
export const signableIn = 'call_effectue'

export const endOf = ({ until }: Pick<WorldSizes, 'until'>) => `timestamptz '${until}'`
