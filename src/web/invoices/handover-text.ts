import type { IssuedDocument } from '#api/invoices.ts'
import { handoverLabels, isTransmitted } from '#domain/invoices/handover.ts'
import { dayText, shortDate } from '../ui/dates.ts'

/** Whether a document was handed over, to whom and when, and who marked it when; empty for receipts. */
export function handoverNotes({ kind, handover }: Pick<IssuedDocument, 'kind' | 'handover'>): readonly string[] {
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, reference, at, by } = handover
  return [
    `${handoverLabels.yes} on ${dayText(on)} to ${platform}${reference ? ` (${reference})` : ''}`,
    ...(by ? [`marked by ${by} on ${shortDate(at)}`] : []),
  ]
}

/** The same in short, for a column. */
export function handoverBrief({ kind, handover }: Pick<IssuedDocument, 'kind' | 'handover'>): readonly string[] {
  if (!handover) return isTransmitted(kind) ? [handoverLabels.no] : []
  const { on, platform, by } = handover
  return [`${handoverLabels.yes} ${dayText(on)}`, `to ${platform}${by ? `, by ${by}` : ''}`]
}
