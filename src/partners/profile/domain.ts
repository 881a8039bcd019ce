import { dormantAfterDays } from '#accounts/people/domain.ts'
import type { LeadStatusStats } from '#leads/leads/domain/leads.ts'
import { isLost, wonStage } from '#leads/stages/domain/stages.ts'

/** Answers are measured on the leads submitted in this many days. */
export const answerWindowDays = 365

const dayMs = 86_400_000

/**
 * Since when a partner is dormant: `dormantAfterDays` after their newest lead, or after joining where there is none. Null for a
 * partner who is not dormant, or has not joined yet.
 */
export function dormantSince(lastLeadAt: Date | null, joinedAt: Date | null, now: Date): Date | null {
  if (!joinedAt) return null
  // A lead that staff entered before the partner joined does not make them dormant on their first day.
  const last = Math.max(lastLeadAt?.getTime() ?? 0, joinedAt.getTime())
  const since = new Date(last + dormantAfterDays * dayMs)
  return since <= now ? since : null
}

/** Whether nobody of a partner signs in any more and it takes nothing new: it was deleted, or merged into another one. */
export const isOver = ({ deletedAt, merged }: { readonly deletedAt: unknown; readonly merged: unknown }) =>
  deletedAt !== null || merged !== null

/** Signed leads among those that were decided, signed or lost, in whole percent; null as long as none is. */
export function winRate(byStatus: readonly Pick<LeadStatusStats, 'status' | 'count'>[]) {
  const count = (matches: (key: string) => boolean) =>
    byStatus.filter(({ status }) => matches(status)).reduce((sum, each) => sum + each.count, 0)
  const won = count((key) => key === wonStage)
  const decided = won + count(isLost)
  return { won, decided, percent: decided === 0 ? null : Math.round((won / decided) * 100) }
}
