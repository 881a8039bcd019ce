import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import type { IssuedDocument } from '../api.ts'
import { handoverLabels, isTransmitted } from '../domain/handover.ts'
import { platformStatusLabels } from '../domain/platform-status.ts'
import { m } from '../messages/messages.ts'

type OnItsWay = Pick<IssuedDocument, 'kind' | 'handover' | 'platformStatus' | 'isVoid' | 'isArchiveOnly'>

/** The fate of a document on the platform: void, archived only, or its last status with day and reason. */
function statusNotes({ platformStatus, isVoid, isArchiveOnly }: OnItsWay): readonly string[] {
  if (isArchiveOnly) return [m.keptOnly()]
  if (!platformStatus) return []
  const { on, reason, by } = platformStatus
  const [status, day] = [platformStatusLabels[platformStatus.status], dayText(on)]
  return [
    reason ? m.statusOnDayBecause({ status, day, reason }) : m.statusOnDay({ status, day }),
    // Staff are named to staff alone: without a name it is the partner who reads.
    ...(platformStatus.status === 'not_transmitted' ? [by ? m.partnerWithoutPlatform() : m.youWithoutPlatform()] : []),
    ...(isVoid ? [m.voidNewFollows()] : []),
  ]
}

/** Whether a document was handed over, to whom and when, and who marked it when, and its status; empty for receipts. */
export function handoverNotes(document: OnItsWay): readonly string[] {
  const { kind, handover, isArchiveOnly } = document
  if (isArchiveOnly) return statusNotes(document)
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, reference, at, by } = handover
  const day = dayText(on)
  return [
    reference ? m.handedOverToAs({ day, platform, reference }) : m.handedOverTo({ day, platform }),
    ...(by ? [m.markedByOn({ by, at: shortDate(at) })] : []),
    ...statusNotes(document),
  ]
}

/** The same in short, for a column. */
export function handoverBrief(document: OnItsWay): readonly string[] {
  const { kind, handover, platformStatus, isArchiveOnly } = document
  if (isArchiveOnly || platformStatus) return statusNotes(document)
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, by } = handover
  return [m.handedOverDay({ day: dayText(on) }), by ? m.toPlatformBy({ platform, by }) : m.toPlatformBrief({ platform })]
}
