/** The stage that makes the commission. There is one on every board, and only its name and colour are staff's to say. */
export const wonStage = 'signe'

/** The stages of lost leads: the second one is there if staff want it. */
export const lostStages = ['refuse', 'perdu'] as const

export const stageKinds = ['open', 'won', 'lost'] as const
export type StageKind = (typeof stageKinds)[number]

const isOneOf = (keys: readonly string[], key: string) => keys.includes(key)

export const isLost = (key: string) => isOneOf(lostStages, key)
export const isOpenStage = (key: string) => key !== wonStage && !isLost(key)

export function kindOfStage(key: string): StageKind {
  if (key === wonStage) return 'won'
  return isLost(key) ? 'lost' : 'open'
}

/** The colours of stages: each passes contrast as a dot on the page and as words on its own wash, by day and by night. */
export const stageColours = ['blue', 'amber', 'violet', 'green', 'red', 'teal', 'pink', 'slate', 'olive'] as const
export type StageColour = (typeof stageColours)[number]

/** What has to be said of a lead before it enters a stage. */
export const stageAsks = ['amount', 'reason', 'file'] as const
export type StageAsks = (typeof stageAsks)[number]

/** Since when a lead stands in its stage, if that is longer than the stage allows; null for one that is not stale. */
export function staleSince(stageSince: Date, staleAfterDays: number | null, now: Date): Date | null {
  if (staleAfterDays === null) return null
  return now.getTime() - stageSince.getTime() > staleAfterDays * 86_400_000 ? stageSince : null
}

/** Who may move leads into a stage and out of it. */
export interface StagePassage {
  readonly partnerEnters: boolean
  readonly partnerLeaves: boolean
  readonly staffEnters: boolean
  readonly staffLeaves: boolean
}

/** Whether somebody of a side may move a lead from one stage into another. */
export function mayPass(from: StagePassage, to: StagePassage, isStaff: boolean): boolean {
  return isStaff ? from.staffLeaves && to.staffEnters : from.partnerLeaves && to.partnerEnters
}
