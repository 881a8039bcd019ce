/** The most rows of one file. */
export const maxImportRows = 50_000
/** And its columns. */
export const maxImportColumns = 200

export const importStates = ['staging', 'applying', 'stopped', 'done', 'undone'] as const
export type ImportState = (typeof importStates)[number]

/**
 * What becomes of a row: a `duplicate` is of a client who is followed already, `known` of somebody or something that is here or
 * was imported before, `repeated` stands in the file before. A `duplicate` is left out unless those are included.
 */
export const importOutcomes = ['ready', 'imported', 'refused', 'duplicate', 'known', 'repeated'] as const
export type ImportOutcome = (typeof importOutcomes)[number]

/** What may be done with an import as it is. */
export const importAbilities = ({ state, isStaged }: { readonly state: ImportState; readonly isStaged: boolean }) => ({
  apply: isStaged && (state === 'staging' || state === 'stopped'),
  stop: state === 'applying',
  undo: state === 'done' || state === 'stopped',
  discard: state === 'staging',
})

/** What is said for all rows of an import, as it is stored. */
export interface ImportSettings {
  readonly partnerId?: string | undefined
  readonly includeDuplicates: boolean
  readonly includeUnexpected: boolean
  readonly toldBefore: boolean
}

/** What the check of a row has read, as it is stored. */
export interface RowRead {
  readonly title: string
  readonly partner: string
  readonly status?: string | undefined
  readonly amountCents?: number | undefined
  readonly receivedOn?: string | undefined
  readonly commissionCents?: number | undefined
  readonly aboveCents?: number | undefined
  readonly toConfirm?: boolean | undefined
  readonly templateId?: string | null | undefined
  readonly toProve?: boolean | undefined
}

export type RowMessages = { readonly path: string; readonly message: string }[]
export type RowCounts = Readonly<Record<string, number>>
export type FileTitles = string[]
