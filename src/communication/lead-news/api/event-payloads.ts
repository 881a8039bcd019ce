import type { AnnouncementAudience } from '#communication/announcements/domain.ts'
import type { LeadStatus } from '#leads/leads/domain/leads.ts'
import type { Loss } from '#leads/leads/domain/lost-leads.ts'
import type { NewsChoices } from '../domain/news.ts'
import type { NotificationKind } from '#communication/notifications/domain.ts'
import type { NewsMailSettings } from './news.ts'
import type { Payload } from '#platform/api/event-payload.ts'

/** A lead's stage, in Perdu with the reason where somebody gave one. */
export interface MovedLead {
  readonly status: LeadStatus
  readonly loss?: Loss
}

export interface SwitchedOff {
  readonly switchedOff: readonly NotificationKind[]
  /** Absent where it is not what changed. */
  readonly news?: NewsChoices
}

/** Events about what people learn of leads, and by which mail. */
export interface NewsEventPayloads {
  'lead.loss_explained': Payload<{ readonly loss: Loss | null }, { readonly loss: Loss }>
  /** The daily mail: what happened after `since`, null for the first one, and until `until`. */
  'news.digested': Payload<null, { readonly since: string | null; readonly until: string }>
  /** `afterDays`: null if somebody sent it by hand. */
  'contract.reminded': Payload<null, { readonly reminderId: string; readonly afterDays: number | null }>
  'invitation.reminded': Payload<
    null,
    { readonly reminderId: string; readonly invitationId: string; readonly afterDays: number | null }
  >
  /** Never its words: they are for its recipients. */
  'announcement.published': Payload<null, { readonly audience: AnnouncementAudience; readonly recipients: number }>
  'announcement.read': Payload<null, null>
  'announcement.withdrawn': Payload<null, null>
  'news_settings.changed': Payload<NewsMailSettings, NewsMailSettings>
}
