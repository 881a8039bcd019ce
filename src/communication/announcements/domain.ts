import { texts } from '#platform/domain/languages.ts'
import { m } from './messages/messages.ts'

/** Whom an announcement is for: everybody, the partners of one tier, or those who are dormant (partner-health.ts). */
export const announcementAudiences = ['all', 'tier', 'dormant'] as const
export type AnnouncementAudience = (typeof announcementAudiences)[number]

export const announcementAudienceLabels: Readonly<Record<AnnouncementAudience, string>> = texts({
  all: m.allPartners,
  tier: m.partnersOfTier,
  dormant: m.dormantPartners,
})

export const maxAnnouncementTitle = 120
export const maxAnnouncementText = 5000

export type AnnouncementState = 'running' | 'ended' | 'withdrawn'

export const announcementStateLabels: Readonly<Record<AnnouncementState, string>> = texts({
  running: m.shown,
  ended: m.ended,
  withdrawn: m.withdrawn,
})

/** Days are '2026-03-05', of the provider's calendar. */
export function announcementState(
  { isWithdrawn, endsOn }: { readonly isWithdrawn: boolean; readonly endsOn: string | null },
  today: string,
): AnnouncementState {
  if (isWithdrawn) return 'withdrawn'
  return endsOn !== null && endsOn < today ? 'ended' : 'running'
}

/** Empty lines part paragraphs; a single line break stays one. */
export function splitParagraphs(text: string): string[] {
  return text
    .split(/\n\s*\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
}
