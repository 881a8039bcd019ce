import { Box } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { m } from '../messages/messages.ts'
import { termsQuery } from './data.ts'
import { TermsList } from './terms-list.tsx'

/** All that has changed of the partner's terms; nothing while nothing has. */
export default function TermsHistory() {
  const { data } = useQuery(termsQuery)
  if (!data || data.changes.length === 0) return null
  return (
    <Box my={20}>
      <FactCard title={m.changedTerms()} note={m.changedTermsHint()}>
        <TermsList changes={data.changes} />
      </FactCard>
    </Box>
  )
}
