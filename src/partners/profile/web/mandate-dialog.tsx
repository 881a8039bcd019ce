import { Anchor, Stack, Text } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { pagePaths } from '#access/domain/page-paths.ts'
import { contractsQuery } from '#contracts/contracts/web/data.ts'
import type { Template } from '#contracts/templates/api.ts'
import { AssignTemplateDialog } from '#contracts/templates/web/assign-template-dialog.tsx'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import type { PersonRow } from '#partners/partners/api/partners.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { m } from '../messages/messages.ts'

interface MandateDialogProps {
  readonly person: PersonRow
  readonly onClose: () => void
}

/** Assigns the billing mandate to a partner who chose self-billing. */
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
    <Dialog onClose={onClose} title={m.mandateOf({ fullName: person.fullName })} size="lg">
      {assigned ? (
        <Text>
          {m.mandateAssigned({
            title: assigned.title,
            name: person.fullName,
            link: (parts: readonly ReactNode[]) => (
              <Anchor key="link" component={Link} to={`${pagePaths.adminContracts}?contract=${assigned.id}`}>
                {parts}
              </Anchor>
            ),
          })}
        </Text>
      ) : (
        <QueryBoundary query={waiting.data ? templates : { ...waiting, data: undefined }} rows={2}>
          {() =>
            mandates?.length ? (
              <Stack gap="sm">
                <Text>{m.whichMandate()}</Text>
                {mandates.map((each) => (
                  <div key={each.id}>
                    <RowButton look="default" onClick={() => setChoice(each)}>
                      {each.name}
                    </RowButton>
                  </div>
                ))}
              </Stack>
            ) : (
              <EmptyState title={m.noMandateTemplate()} text={m.noMandateTemplateHint()}>
                <Anchor component={Link} to={pagePaths.adminContracts}>
                  {m.openContracts()}
                </Anchor>
              </EmptyState>
            )
          }
        </QueryBoundary>
      )}
    </Dialog>
  )
}
