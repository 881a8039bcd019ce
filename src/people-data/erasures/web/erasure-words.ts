import { texts } from '#platform/domain/languages.ts'
import type { BadgeTone } from '#platform/web/ui/page/status-badge.tsx'
import type { ErasureState, LeadHold } from '../domain.ts'
import { m } from '../messages/messages.ts'

export const holdLabels: Readonly<Record<LeadHold, string>> = texts({
  money: m.holdMoney,
  share: m.holdShare,
  dispute: m.holdDispute,
  protection: m.holdProtection,
  conflict: m.holdConflict,
})

export const stateTones: Readonly<Record<ErasureState, BadgeTone>> = {
  planned: 'todo',
  late: 'danger',
  stopped: 'slate',
  under_way: 'todo',
  done: 'received',
}
