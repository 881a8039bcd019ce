import { useInfiniteQuery } from '@tanstack/react-query'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { OwnAnnouncement } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AnnouncementText } from './announcement-text.tsx'
import classes from './announcements.module.css'
import { ownAnnouncementsQuery } from './data.ts'
import { ReadButton } from './read-button.tsx'

/** What the team has announced to a partner, newest first; what is not read stands open. */
export default function OwnAnnouncementsDialog({ me, onClose }: AccountDialogProps) {
  const announcements = useInfiniteQuery({ ...ownAnnouncementsQuery, enabled: me.role === 'partner' })
  return (
    <Dialog onClose={onClose} title={m.announcements()} size="lg">
      {me.role === 'partner' ? (
        <QueryBoundary query={announcements} rows={3}>
          {({ pages }) => {
            const items = pages.flatMap((page) => page.items)
            if (items.length === 0) return <EmptyState title={m.noneForYou()} text={m.noneForYouText()} />
            return (
              <>
                <ul className={classes.list}>
                  {items.map((announcement) => (
                    <Entry key={announcement.id} announcement={announcement} />
                  ))}
                </ul>
                <MoreButton query={announcements} />
              </>
            )
          }}
        </QueryBoundary>
      ) : (
        <EmptyState title={m.noneForYou()} text={m.onlyForPartners()} />
      )}
    </Dialog>
  )
}

function Entry({ announcement }: { readonly announcement: OwnAnnouncement }) {
  const { id, title, publishedAt, readAt } = announcement
  return (
    <li>
      <details className={classes.entry} open={readAt === null}>
        <summary>
          <strong>{title}</strong>
          {readAt === null && <StatusBadge tone="todo">{m.unread()}</StatusBadge>}
          <span className={`figure ${classes.when}`}>{shortDate(publishedAt)}</span>
        </summary>
        <AnnouncementText announcement={announcement} />
        {readAt === null && <ReadButton id={id} onRead={() => {}} />}
      </details>
    </li>
  )
}
