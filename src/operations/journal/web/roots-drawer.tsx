import { Anchor, Code, Stack, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayText, longDate } from '#platform/web/ui/dates.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { JournalRoot } from '../api.ts'
import { m } from '../messages/messages.ts'
import { journalRootsQuery } from './data.ts'

/** The roots of the journal with their files. */
export function RootsDrawer({ onClose }: { readonly onClose: () => void }) {
  const roots = useInfiniteQuery(journalRootsQuery)
  return (
    <SideDialog onClose={onClose} title={m.closedDays()}>
      <Stack>
        <SoftText>{m.rootsLead()}</SoftText>
        <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          openssl ts -verify -data root.json -in stamp.tsr -CAfile authority.pem
        </Code>
        <QueryBoundary query={roots}>
          {({ pages }) => (
            <Stack gap="sm" component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
              {pages
                .flatMap(({ items }) => items)
                .map((root) => (
                  <Root key={root.day} root={root} />
                ))}
            </Stack>
          )}
        </QueryBoundary>
        <MoreButton query={roots} />
      </Stack>
    </SideDialog>
  )
}

function Root({ root: { day, seq, hash, stampedAt } }: { readonly root: JournalRoot }) {
  const file = (name: string) => `/api/journal-roots/${day}/${name}`
  return (
    <li style={{ borderTop: '1px solid var(--line)', paddingTop: 10 }}>
      <Text fw={600}>{dayText(day)}</Text>
      <SoftText style={{ overflowWrap: 'anywhere' }}>
        {m.upToRow({ seq, hash, code: (parts: ReactNode) => <code key="hash">{parts}</code> })}
      </SoftText>
      <Text fz="sm">
        <Anchor href={file('root.json')} download={`root-${day}.json`} fz="sm" underline="always">
          root.json
        </Anchor>
        {' · '}
        {stampedAt ? (
          <>
            <Anchor href={file('stamp.tsr')} download={`stamp-${day}.tsr`} fz="sm" underline="always">
              stamp.tsr
            </Anchor>{' '}
            {m.ofTime({ time: longDate(stampedAt) })}
          </>
        ) : (
          m.noTimeStamp()
        )}
      </Text>
    </li>
  )
}
