import type { StaffRole } from '#access/domain/staff-rights.ts'
import { texts } from '#platform/domain/languages.ts'
import type { EventHandlers } from '#platform/server/events/event-record.ts'
import { m } from '../messages/messages.ts'
import { notice } from './security-mails.ts'

const roles: Readonly<Record<StaffRole, string>> = texts({
  administrator: m.roleAdministrator,
  partner_manager: m.rolePartnerManager,
  finance: m.roleFinance,
  viewer: m.roleViewer,
})

/** Mail about a role on the staff, and about commands of the operator, which no page of the portal shows. */
export const operatorReactions: EventHandlers = {
  'role.changed': notice(m.alarmClosing, ({ after }) => {
    const role = after.role === 'partner' ? m.rolePartner() : roles[after.staffRole ?? 'administrator']
    return {
      kind: after.by ? 'operator_notice' : 'role_changed',
      address: null,
      subject: m.roleChangedSubject(),
      message: (when, provider) => (after.by ? m.roleChanged : m.roleChangedByStaff)({ provider, when, role }),
    }
  }),
  'sign_in.unlocked': notice(m.alarmClosing, () => ({
    kind: 'operator_notice',
    address: null,
    subject: m.signInUnlockedSubject(),
    message: (when, provider) => m.signInUnlocked({ provider, when }),
  })),
}

/** The operator hands a link over, which has its owner know that there is one. */
export const handedLinkMail = notice<'password.reset_requested'>(m.alarmClosing, () => ({
  kind: 'operator_notice',
  address: null,
  subject: m.linkHandedSubject(),
  message: (when, provider) => m.linkHanded({ provider, when }),
}))
