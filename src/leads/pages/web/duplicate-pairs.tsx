import { Anchor, Stack } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { clientLine } from '#leads/domain/client-names.ts'
import { stageLanguage, stageName, useStages } from '#leads/lead-settings/web/data.ts'
import type { ListedLead } from '#leads/leads/api/leads.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import { m } from '../messages/messages.ts'
import type { BoardFilter } from './board/board-query.ts'
import { duplicatesQuery } from './data.ts'
import { PossibleDuplicate } from './drawer/possible-duplicate.tsx'
import classes from './leads.module.css'

/** Possible duplicates as pairs: the newer lead above the older one, and what is done with them. */
export default function DuplicatePairs({ filter }: { readonly filter: BoardFilter }) {
  const query = useInfiniteQuery(duplicatesQuery(filter))
  const { open } = useRecordInAddress('lead', { within: 'tab' })
  return (
    <QueryBoundary query={query}>
      {({ pages }) => (
        <>
          <Stack component="ul" gap="xs" p={0} mb="md" style={{ listStyle: 'none' }} aria-label={m.possibleDuplicates()}>
            {pages
              .flatMap(({ items }) => items)
              .map((lead) => (
                <Pair key={lead.id} lead={lead} onOpen={({ id }) => open(id)} />
              ))}
          </Stack>
          <MoreButton query={query} />
        </>
      )}
    </QueryBoundary>
  )
}

interface PairProps {
  readonly lead: ListedLead
  readonly onOpen: (lead: { readonly id: string }) => void
}

function Pair({ lead, onOpen }: PairProps) {
  const stages = useStages()
  const { partner, possibleDuplicate: other, status, createdAt } = lead
  return (
    <li className={`surface ${classes.pair}`}>
      <Anchor component="button" type="button" ta="start" onClick={() => onOpen(lead)}>
        {clientLine(lead)}
      </Anchor>
      <SoftText fz="sm" mb="xs">
        {partner && <PartnerLink partner={partner} clamped={false} />} ·{' '}
        <span lang={stageLanguage(stages, status)}>{stageName(stages, status)}</span> · {shortDate(createdAt)}
      </SoftText>
      {other ? <PossibleDuplicate lead={lead} other={other} onOpen={onOpen} /> : <SoftText>{m.noDuplicateAnyMore()}</SoftText>}
    </li>
  )
}
