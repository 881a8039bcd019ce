import { Button, Group, Title } from '@mantine/core'
import { Link } from 'react-router'
import { nameOf } from '#accounts/people/domain.ts'
import type { UnreadEvent } from '#communication/lead-news/domain/news-events.ts'
import { leadAddress, maxUnreadCount, unreadPartOf } from '#communication/lead-news/domain/unread.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { IconChevronRight } from '#platform/web/ui/icons.ts'
import type { Overview } from './data.ts'
import classes from './overview.module.css'

const what: Readonly<Record<UnreadEvent, string>> = {
  'lead.created': 'Nouveau lead',
  'lead.commented': 'Nouveau message',
  'lead.moved': 'Déplacé',
  'lead.introduced': 'Laissé par le client',
  'lead.client_answered': 'Réponse du client',
  'lead.handed_over': 'Confié',
  'registration.accepted': 'Enregistrement accepté',
  'registration.confirmed': 'Enregistrement confirmé',
  'registration.refused': 'Enregistrement refusé',
  'registration.merged': 'Enregistrement regroupé',
  'registration.resubmitted': 'Enregistrement soumis de nouveau',
  'registration.appealed': 'Refus contesté',
  'registration.extension_asked': 'Prolongation demandée',
  'registration.extension_granted': 'Prolongation accordée',
  'registration.extension_refused': 'Prolongation refusée',
  'registration.reminded': 'Protection bientôt terminée',
  'registration.expired': 'Protection terminée',
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
    'Erreur',
  )
  const page = as === 'admin' ? pagePaths.adminLeads : pagePaths.leads
  const count = unread.count < maxUnreadCount ? String(unread.count) : `${maxUnreadCount} ou plus`
  return (
    <section className={classes.panel} aria-labelledby="unread" lang="fr">
      <Group justify="space-between" gap={4} mb={4} wrap={as === 'admin' ? 'nowrap' : 'wrap'}>
        <Title order={2} fz={20} id="unread">
          Non lus
        </Title>
        <Button size={as === 'admin' ? 'compact-xs' : 'compact-sm'} variant="subtle" loading={busy} onClick={readAll}>
          Tout marquer comme lu
        </Button>
      </Group>
      <h3 className={classes.inboxTitle}>{count === '1' ? 'Un lead a du nouveau' : `${count} leads ont du nouveau`}</h3>
      <ul className={classes.inbox}>
        {unread.leads.slice(0, as === 'admin' ? maxStaffLeads : undefined).map((lead) => (
          <li key={lead.id}>
            <Link to={`${page}?${leadAddress(lead.id, unreadPartOf(lead.what))}`} className={classes.inboxLine}>
              <span className={classes.inboxText}>
                <strong style={{ overflowWrap: 'anywhere' }}>{lead.company}</strong>
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
