import { daysText, periodTexts, usualDays } from '#people-data/register/domain/periods.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { BadgeTone } from '#platform/web/ui/page/status-badge.tsx'
import type { ErasableLead } from '../api.ts'
import type { ErasureState, LeadHold } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** What holds a lead, by which law, and until when. */
export function holdText(hold: LeadHold, { protectedUntil }: Pick<ErasableLead, 'protectedUntil'>): string {
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
