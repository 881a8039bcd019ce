import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

export const resourceCategories = ['documents', 'visuels', 'outils'] as const
export type ResourceCategory = (typeof resourceCategories)[number]

export const resourceCategoryLabels: Readonly<Record<ResourceCategory, string>> = texts({
  documents: m.documents,
  visuels: m.visuals,
  outils: m.tools,
})

/** What a resource is to a partner who has not opened its newest version. */
export const resourceMarks = ['new', 'updated'] as const
export type ResourceMark = (typeof resourceMarks)[number]

/** Marks go after so many days, also from what nobody opened. */
export const markedDays = 30

export interface MarkedResource {
  readonly createdAt: Date
  /** When the newest version replaced the one before; null: it is the first. */
  readonly revisedAt: Date | null
  readonly version: number
  /** The version that the partner opened last; null: none. */
  readonly opened: number | null
}

/** 'new' as long as the partner has opened no version of it, 'updated' if a newer one replaced what they know or is recent. */
export function resourceMark({ createdAt, revisedAt, version, opened }: MarkedResource, now: Date): ResourceMark | null {
  const isRecent = (at: Date) => now.getTime() - at.getTime() < markedDays * 86_400_000
  if (opened !== null && opened >= version) return null
  if (opened === null && isRecent(createdAt)) return 'new'
  return revisedAt !== null && isRecent(revisedAt) ? 'updated' : null
}

/** File types that are shown in the page; the others are downloaded. */
export function previewOf(mime: string | null): 'pdf' | 'image' | null {
  if (mime === 'application/pdf') return 'pdf'
  return mime?.startsWith('image/') ? 'image' : null
}
