import { Anchor, Box } from '@mantine/core'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import type { ToldTerms } from '../api.ts'
import { m } from '../messages/messages.ts'
import { TermsList } from './terms-list.tsx'

/** What changes of the terms, on the first page. */
export default function TermsCard({ changes }: { readonly changes: readonly ToldTerms[] }) {
  const link = (
    <Anchor component={Link} to={pagePaths.status} fz="sm">
      {m.seeMyTerms()}
    </Anchor>
  )
  return (
    <Box mb={20}>
      <FactCard title={m.changedTerms()} beside={link}>
        <TermsList changes={changes} />
      </FactCard>
    </Box>
  )
}
