import { Anchor } from '@mantine/core'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { IconExternalLink } from '#platform/web/ui/icons.ts'
import type { OwnAnnouncement } from '../api.ts'
import { splitParagraphs } from '../domain.ts'
import { m } from '../messages/messages.ts'
import classes from './announcements.module.css'

type AnnouncementContent = Pick<OwnAnnouncement, 'text' | 'link' | 'endsOn'> & { readonly publishedAt: string | null }

/** What an announcement says, with its link and its dates, as partners read it. */
export function AnnouncementText({
  announcement: { text, link, endsOn, publishedAt },
}: {
  readonly announcement: AnnouncementContent
}) {
  const dates = [
    publishedAt && m.publishedOn({ publishedAt: longDate(publishedAt) }),
    endsOn && m.untilDay({ endsOn: dayText(endsOn) }),
  ].filter(Boolean)
  return (
    <div className={classes.text}>
      {dates.length > 0 && <p className={`figure ${classes.dates}`}>{dates.join(' · ')}</p>}
      {splitParagraphs(text).map((paragraph, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change while it is shown
        <p key={index}>{paragraph}</p>
      ))}
      {link && (
        <p>
          <Anchor href={link} target="_blank" rel="noopener noreferrer">
            {link} <IconExternalLink size={14} aria-hidden="true" />
          </Anchor>
        </p>
      )}
    </div>
  )
}
