import { Anchor, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { contractsQuery } from '#contracts/contracts/web/data.ts'
import type { Template } from '#contracts/templates/api.ts'
import { AssignTemplateDialog } from '#contracts/templates/web/assign-template-dialog.tsx'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import type { PersonRow } from '../api/partners.ts'

interface MandateDialogProps {
  readonly person: PersonRow
  readonly onClose: () => void
}

/** Assigns the billing mandate to a partner who chose self-billing. Mounted only while open. */
export default function MandateDialog({ person, onClose }: MandateDialogProps) {
  const templates = useQuery(templatesQuery)
  const waiting = useInfiniteQuery(contractsQuery({ partnerId: person.id, contractType: 'mandate', status: 'en_attente' }))
  const [choice, setChoice] = useState<Template | null>(null)
  const mandates = templates.data?.templates.filter(({ kind }) => kind === 'mandate')
  const assigned = waiting.data?.pages[0]?.items[0]
  const [only] = mandates?.length === 1 && waiting.data && !assigned ? mandates : []
  const template = choice ?? only
  if (template) return <AssignTemplateDialog template={template} partner={person} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={`Billing mandate of ${person.fullName}`} size="lg">
      {assigned ? (
        <Text>
          <Anchor component={Link} to={`${pagePaths.adminContracts}?contract=${assigned.id}`}>
            {assigned.title}
          </Anchor>{' '}
          is assigned already: it is in force once {person.fullName} has signed it.
        </Text>
      ) : (
        <QueryBoundary query={waiting.data ? templates : { ...waiting, data: undefined }} rows={2}>
          {() =>
            mandates?.length ? (
              <Stack gap="sm">
                <Text>There are several templates of a mandate. Which one?</Text>
                {mandates.map((each) => (
                  <div key={each.id}>
                    <RowButton look="default" onClick={() => setChoice(each)}>
                      {each.name}
                    </RowButton>
                  </div>
                ))}
              </Stack>
            ) : (
              <EmptyState
                title="No template of a mandate yet"
                text="Under Contracts, Templates, a new template of the kind Billing mandate starts with a text to adapt."
              >
                <Anchor component={Link} to={pagePaths.adminContracts}>
                  Open the contracts
                </Anchor>
              </EmptyState>
            )
          }
        </QueryBoundary>
      )}
    </Dialog>
  )
}
