import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '#platform/web/app/session/session.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { Dispute } from '../api.ts'
import { m } from '../messages/messages.ts'
import { ContestDialog, type Contested } from './contest-dialog.tsx'
import { disputesQuery } from './data.ts'
import { DisputeThread } from './dispute-thread.tsx'
import { PartnerAnswer } from './partner-answer.tsx'
import { StaffAnswer } from './staff-answer.tsx'

interface DisputeSectionProps {
  readonly about: Contested
  /** Whether the caller may open another dispute about it, once none is open. */
  readonly canContest: boolean
  readonly zIndex?: number
  /** A dialog is open on top: Escape closes that one. */
  readonly onCover: (covered: boolean) => void
}

/** The disputes about a commission or a lead, newest first, and the button that opens one. */
export function DisputeSection({ about, canContest, onCover, ...look }: DisputeSectionProps) {
  const disputes = useInfiniteQuery(disputesQuery(about))
  const [isOpening, setOpening] = useState(false)
  const open = (next: boolean) => {
    setOpening(next)
    onCover(next)
  }
  return (
    <QueryBoundary query={disputes} rows={1}>
      {({ pages }) => {
        const rows = pages.flatMap((page) => page.items)
        return (
          <Stack gap="lg">
            {rows.map((dispute) => (
              <OneDispute key={dispute.id} dispute={dispute} onCover={onCover} />
            ))}
            {canContest && !rows.some(({ can }) => can.withdraw) && (
              <Group>
                <Button variant="default" size="xs" onClick={() => open(true)}>
                  {m.contest()}
                </Button>
              </Group>
            )}
            {isOpening && <ContestDialog about={about} {...look} onClose={() => open(false)} />}
          </Stack>
        )
      }}
    </QueryBoundary>
  )
}

interface OneDisputeProps {
  readonly dispute: Dispute
  readonly onCover: (covered: boolean) => void
}

/** One dispute with its thread, and what the caller may do about it. */
export function OneDispute({ dispute, onCover }: OneDisputeProps) {
  const isPartner = useMe().role === 'partner'
  return (
    <Stack gap="sm">
      <DisputeThread dispute={dispute} />
      {dispute.can.reply && isPartner && <PartnerAnswer dispute={dispute} />}
      {dispute.can.reply && !isPartner && <StaffAnswer dispute={dispute} onCover={onCover} />}
    </Stack>
  )
}
