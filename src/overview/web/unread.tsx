import { Button, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { nameOf } from '#accounts/people/domain.ts'
import type { UnreadEvent } from '#communication/lead-news/domain/news-events.ts'
import { leadAddress, maxUnreadCount, unreadPartOf } from '#communication/lead-news/domain/unread.ts'
import { clientName } from '#leads/domain/client-names.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { IconChevronRight } from '#platform/web/ui/icons.ts'
import { m } from '../messages/messages.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

const what: Readonly<Record<UnreadEvent, string>> = {
  'lead.created': m.newLead(),
  'lead.commented': m.newMessage(),
  'lead.moved': m.moved(),
  'lead.introduced': m.noteLeft(),
  'lead.client_answered': m.leadClient(),
  'lead.handed_over': m.handedOver(),
  'lead.shared': m.leadShared(),
  'lead.passed': m.handedOver(),
  'registration.accepted': m.registrationAccepted(),
  'registration.confirmed': m.registrationConfirmed(),
  'registration.refused': m.registrationRefused(),
  'registration.merged': m.registrationMerged(),
  'registration.resubmitted': m.registrationResubmitted(),
  'registration.appealed': m.ownAppealed(),
  'registration.extension_asked': m.extensionRequested(),
  'registration.extension_granted': m.extensionGranted(),
  'registration.extension_refused': m.extensionRefused(),
  'registration.reminded': m.protectionEnding(),
  'registration.expired': m.protectionEnded(),
}

/** Leads that staff see beside what waits for them: all of it is in sight at once. */
const maxStaffLeads = 6

interface UnreadProps {
  readonly unread: Overview['unread']
  readonly as: 'partner' | 'admin'
}

/** Leads on which the other side did something: each opens in its drawer where that is seen, which takes the mark away. */
export function Unread({ unread, as }: UnreadProps) {
  const { busy, run: readAll } = useAction(
    async () => (await import('#communication/lead-news/web/follow-unread.ts')).markAllRead(),
    m.error(),
  )
  const page = as === 'admin' ? pagePaths.adminLeads : pagePaths.leads
  const { count } = unread
  return (
    <section className={classes.panel} aria-labelledby="unread">
      <Group justify="space-between" gap={4} mb={4} wrap={as === 'admin' ? 'nowrap' : 'wrap'}>
        <Title order={2} fz={20} id="unread">
          {m.unread()}
        </Title>
        <Button size={as === 'admin' ? 'compact-xs' : 'compact-sm'} variant="subtle" loading={busy} onClick={readAll}>
          {m.markAllRead()}
        </Button>
      </Group>
      <h3 className={classes.inboxTitle}>
        {count < maxUnreadCount ? m.leadsUnread({ count }) : m.manyLeadsUnread({ count: maxUnreadCount })}
      </h3>
      <ul className={classes.inbox}>
        {unread.leads.slice(0, as === 'admin' ? maxStaffLeads : undefined).map((lead) => (
          <li key={lead.id}>
            <Link to={`${page}?${leadAddress(lead.id, unreadPartOf(lead.what))}`} className={classes.inboxLine}>
              <span className={classes.inboxText}>
                <strong style={{ overflowWrap: 'anywhere' }}>{clientName(lead)}</strong>
                <span>
                  {what[lead.what]}
                  {as === 'admin' && `, ${nameOf(lead.partner)}`}
                </span>
                <span className={classes.since}>{relativeDate(lead.at, new Date())}</span>
              </span>
              <IconChevronRight size={18} aria-hidden="true" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
