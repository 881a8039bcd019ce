import { Alert, Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import type { NamedPerson } from '#accounts/people/domain.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { partnerDocumentsQuery } from './data.ts'
import { DocumentList } from './document-list.tsx'
import { RequestDialog } from './request-dialog.tsx'

interface StaffDocumentsProps {
  readonly person: NamedPerson
  /** Whether somebody could still send a document. */
  readonly mayRequest?: boolean
  readonly onClose: () => void
}

/** A partner's documents, for staff. */
export function StaffDocuments({ person, mayRequest = true, onClose }: StaffDocumentsProps) {
  const query = useQuery(partnerDocumentsQuery(person.id))
  const [isAsking, setAsking] = useState(false)
  return (
    <SideDialog onClose={onClose} title={m.documentsOf({ fullName: person.fullName })} size="lg" position="right">
      <QueryBoundary query={query}>
        {({ documents, blocks }) => (
          <Stack>
            {blocks.length > 0 && (
              <Alert color="yellow" role="status">
                {blocks.map((each) => (
                  <Text key={each} fz="sm">
                    {each}
                  </Text>
                ))}
              </Alert>
            )}
            {mayRequest && (
              <div>
                <WithRight right="money">
                  <Button onClick={() => setAsking(true)}>{m.requestDocument()}</Button>
                </WithRight>
              </div>
            )}
            {documents.length === 0 ? <Text c="var(--ink-soft)">{m.nothingYet()}</Text> : <DocumentList documents={documents} />}
          </Stack>
        )}
      </QueryBoundary>
      {isAsking && <RequestDialog partner={person} onClose={() => setAsking(false)} />}
    </SideDialog>
  )
}
