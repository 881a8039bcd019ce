import { daysText, periodTexts, usualDays } from '#people-data/register/domain/periods.ts'
import { longDate, shortDate } from '#platform/web/ui/dates.ts'
import type { BadgeTone } from '#platform/web/ui/page/status-badge.tsx'
import type { ErasableLead } from '../api.ts'
import { dueOn, type ErasureState, keepsCompany, type LeadHold } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** What staff read before the clients of leads are erased: on which day, and whether somebody can stop it. */
export const toBeErased = (count: number, days: number): string =>
  days === 0 ? m.toBeErasedAtOnce({ count }) : m.toBeErased({ count, day: dueDay(days) })
export const accountToBeErased = (days: number): string =>
  days === 0 ? m.eraseAccountAtOnceText() : m.eraseAccountText({ day: dueDay(days) })
/** What is said once it is planned. */
export const plannedToast = (days: number): string => (days === 0 ? m.erasureBegins() : m.plannedToast())
/** The button that plans it. */
export const planAction = (days: number): string => (days === 0 ? m.eraseNow() : m.plan())

const dueDay = (days: number) => longDate(dueOn(new Date(), days).toISOString())

/** What becomes of a lead, and what stays of it by which law until when. */
export function linesOf({ company, soleTrader, holds, protectedUntil }: HeldLead): readonly string[] {
  if (holds.length === 0) return [m.willBeDeleted()]
  const stays = keepsCompany({ outcome: null, soleTrader, hasCompany: company })
  return [m.willBeEmptied({ company: stays ? 'yes' : 'no' }), ...holds.map((hold) => holdText(hold, { protectedUntil }))]
}

interface HeldLead extends Pick<ErasableLead, 'holds' | 'protectedUntil'> {
  /** Whether it has one. */
  readonly company: boolean
  readonly soleTrader: boolean
}

/** What holds a lead, by which law, and until when. */
function holdText(hold: LeadHold, { protectedUntil }: Pick<ErasableLead, 'protectedUntil'>): string {
  if (hold === 'money') return m.heldBy({ what: m.holdMoney(), law: m.lawBooks() })
  const held = (what: string, until: string) => m.heldUntil({ what, law: m.lawClaims(), until })
  if (hold === 'dispute') {
    const length = daysText(usualDays('accounting'))
    return held(m.dispute(), m.lengthFrom({ length, from: periodTexts.accounting.from }))
  }
  if (hold === 'protection' && protectedUntil) return held(m.holdProtection(), m.until({ day: shortDate(protectedUntil) }))
  return held({ share: m.holdShare, protection: m.holdProtection, conflict: m.holdConflict }[hold](), m.noEnd())
}

export const stateTones: Readonly<Record<ErasureState, BadgeTone>> = {
  planned: 'todo',
  late: 'danger',
  stopped: 'slate',
  under_way: 'todo',
  done: 'received',
}
