import { dayText, shortDate } from '#platform/web/ui/dates.ts'
import type { IssuedDocument } from '../api.ts'
import { handoverLabels, isTransmitted } from '../domain/handover.ts'
import { platformStatusLabels } from '../domain/platform-status.ts'

type OnItsWay = Pick<IssuedDocument, 'kind' | 'handover' | 'platformStatus' | 'isVoid' | 'isArchiveOnly'>

/** The fate of a document on the platform: void, archived only, or its last status with day and reason. */
function statusNotes({ platformStatus, isVoid, isArchiveOnly }: OnItsWay): readonly string[] {
  if (isArchiveOnly) return ['Kept, not handed over']
  if (!platformStatus) return []
  const { status, on, reason } = platformStatus
  return [
    `${platformStatusLabels[status]} on ${dayText(on)}${reason ? `: ${reason}` : ''}`,
    ...(isVoid ? ['void, a new invoice follows'] : []),
  ]
}

/** Whether a document was handed over, to whom and when, and who marked it when, and its status; empty for receipts. */
export function handoverNotes(document: OnItsWay): readonly string[] {
  const { kind, handover, isArchiveOnly } = document
  if (isArchiveOnly) return statusNotes(document)
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, reference, at, by } = handover
  return [
    `${handoverLabels.yes} on ${dayText(on)} to ${platform}${reference ? ` (${reference})` : ''}`,
    ...(by ? [`marked by ${by} on ${shortDate(at)}`] : []),
    ...statusNotes(document),
  ]
}

/** The same in short, for a column. */
export function handoverBrief(document: OnItsWay): readonly string[] {
  const { kind, handover, platformStatus, isArchiveOnly } = document
  if (isArchiveOnly || platformStatus) return statusNotes(document)
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, by } = handover
  return [`${handoverLabels.yes} ${dayText(on)}`, `to ${platform}${by ? `, by ${by}` : ''}`]
}
