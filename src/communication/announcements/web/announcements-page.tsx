import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { PartnerTabs } from '#accounts/people/web/partner-tabs.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import { m } from '../messages/messages.ts'
import { announcementColumns } from './announcement-columns.tsx'
import { announcementsQuery } from './data.ts'
import { announcementDraft } from './draft-name.ts'

const WriteDialog = lazy(() => import('./write-dialog.tsx'))
const ReceiptsDrawer = lazy(() => import('./receipts-drawer.tsx'))

/** What the team told its partners, and who has read it. */
export function Component() {
  const address = useListAddress([])
  const announcements = useInfiniteQuery(announcementsQuery)
  const [writing, setWriting] = useKeptOpen<true>('announcements', () => announcementDraft)
  useOpenedByAddress('announcement', 'announcements', () => setWriting(true))
  const record = useRecordInAddress('receipts')
  const columns = useMemo(() => announcementColumns(record.open), [record.open])
  // Taken from the list, so that a new receipt shows in the open drawer too.
  const announcement = announcements.data?.pages.flatMap(({ items }) => items).find(({ id }) => id === record.id)
  return (
    <>
      <ListPage
        title={m.announcements()}
        subtitle={m.announcementsLead()}
        actions={
          <WithRight right="announcements" explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setWriting(true)}>
              {m.newAnnouncement()}
            </Button>
          </WithRight>
        }
        tabs={<PartnerTabs />}
        address={address}
        label={m.viewOfAnnouncements()}
        columns={columns}
        query={announcements}
      >
        <ListTable
          label={m.announcements()}
          address={address}
          query={announcements}
          columns={columns}
          empty={<EmptyState title={m.noneYet()} text={m.noneYetText()} />}
        />
      </ListPage>
      <Suspense>
        {writing && <WriteDialog onClose={() => setWriting(null)} />}
        {announcement && <ReceiptsDrawer announcement={announcement} onClose={record.close} />}
      </Suspense>
    </>
  )
}
