import { Button, Group, Stack, Tabs, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SidePanel } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { Announcement } from '../api.ts'
import { announcementStateLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { announcementTones, audienceText, readText } from './announcement-columns.tsx'
import { AnnouncementText } from './announcement-text.tsx'
import classes from './announcements.module.css'
import { receiptsQuery, withdraw } from './data.ts'

interface ReceiptsDrawerProps {
  readonly announcement: Announcement
  readonly onClose: () => void
}

/** An announcement with who has read it and when, and the way to withdraw it. */
export default function ReceiptsDrawer({ announcement, onClose }: ReceiptsDrawerProps) {
  const { id, title, state, read, recipients, withdrawnAt, publishedBy, can } = announcement
  const [isAsking, setAsking] = useState(false)
  const sent = { audience: audienceText(announcement), name: nameOf(publishedBy) }
  return (
    <SidePanel onClose={onClose} title={title} position="right" size="lg">
      <Stack>
        <Group gap="sm">
          <StatusBadge tone={announcementTones[state]}>{announcementStateLabels[state]}</StatusBadge>
          <SoftText>{withdrawnAt ? m.sentByWithdrawn({ ...sent, day: longDate(withdrawnAt) }) : m.sentBy(sent)}</SoftText>
          {can.withdraw && (
            <Button
              ml="auto"
              size="compact-sm"
              variant="subtle"
              color="gray"
              className="quiet-danger"
              onClick={() => setAsking(true)}
            >
              {m.withdraw()}
            </Button>
          )}
        </Group>
        <section className={classes.preview} aria-label={m.text()}>
          <AnnouncementText announcement={announcement} />
        </section>
        <Text fw={600} className="figure" role="status">
          {m.readBy({ share: readText(announcement) })}
        </Text>
        <Tabs defaultValue={read > 0 ? 'yes' : 'no'} keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="yes">{m.readTab({ count: read })}</Tabs.Tab>
            <Tabs.Tab value="no">{m.notYetTab({ count: recipients - read })}</Tabs.Tab>
          </Tabs.List>
          {(['yes', 'no'] as const).map((value) => (
            <Tabs.Panel key={value} value={value}>
              <Receipts id={id} read={value} />
            </Tabs.Panel>
          ))}
        </Tabs>
      </Stack>
      <ConfirmDialog
        opened={isAsking}
        title={m.withdrawAnnouncement()}
        text={m.withdrawText({ title })}
        action={m.withdraw()}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => announced(withdraw(id), m.announcementWithdrawn())}
      />
    </SidePanel>
  )
}

function Receipts({ id, read }: { readonly id: string; readonly read: 'yes' | 'no' }) {
  const receipts = useInfiniteQuery(receiptsQuery(id, read))
  return (
    <QueryBoundary query={receipts} rows={3}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return <EmptyState title={read === 'yes' ? m.nobodyRead() : m.everybodyRead()} />
        return (
          <>
            <ul className={classes.receipts}>
              {items.map(({ id: key, partner, readAt }) => (
                <li key={key}>
                  <PartnerLink partner={partner} />
                  {readAt && <span className={`figure ${classes.when}`}>{longDate(readAt)}</span>}
                </li>
              ))}
            </ul>
            <MoreButton query={receipts} />
          </>
        )
      }}
    </QueryBoundary>
  )
}
