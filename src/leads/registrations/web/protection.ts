import type { RegistrationState } from '#leads/leads/domain/registration-states.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { BadgeTone } from '#platform/web/ui/page/status-badge.tsx'
import { daysLeft, endIsNear } from '../domain/registrations.ts'
import { m } from '../messages/messages.ts'

export const registrationTones: Readonly<Record<RegistrationState, BadgeTone>> = {
  submitted: 'todo',
  appealed: 'todo',
  accepted: 'received',
  extended: 'received',
  converted: 'green',
  refused: 'danger',
  merged: 'known',
  expired: 'known',
}

interface Protected {
  readonly state: RegistrationState
  readonly protectedUntil?: string | null | undefined
}

/** 'Protégé jusqu’au 21/05/2027 · 181 j'; null where nothing is protected, or without an end. */
export function protectionText({ state, protectedUntil }: Protected): string | null {
  if (!protectedUntil || (state !== 'accepted' && state !== 'extended')) return null
  return m.protectedDays({ day: shortDate(protectedUntil), days: daysLeft(new Date(protectedUntil), new Date()) })
}

/** Whether the end is near enough to be shown in orange. */
export function endsSoon({ protectedUntil }: Protected): boolean {
  return typeof protectedUntil === 'string' && daysLeft(new Date(protectedUntil), new Date()) < endIsNear
}
