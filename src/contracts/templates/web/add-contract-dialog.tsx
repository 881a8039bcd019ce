import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { AssignContractDialog } from '#contracts/contracts/web/assign/assign-dialog.tsx'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { Template } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AssignTemplateDialog } from './assign-template-dialog.tsx'
import { templatesQuery } from './data.ts'

interface AddContractDialogProps {
  readonly partner: { readonly id: string; readonly fullName: string }
  readonly onClose: () => void
}

/** Assigns the main contract of one partner, from a template or as a file or link. */
export default function AddContractDialog({ partner, onClose }: AddContractDialogProps) {
  const query = useQuery(templatesQuery)
  const [choice, setChoice] = useState<Template | 'document' | null>(null)
  const templates = query.data?.templates.filter(({ kind }) => kind === 'main')
  if (choice === 'document' || templates?.length === 0) return <AssignContractDialog partner={partner} onClose={onClose} />
  if (choice) return <AssignTemplateDialog template={choice} partner={partner} onClose={onClose} />
  return (
    <Dialog onClose={onClose} title={m.contractOf({ fullName: partner.fullName })}>
      <QueryBoundary query={query} rows={2}>
        {() => (
          <Stack gap="sm">
            <Text>{m.whichContract({ fullName: partner.fullName })}</Text>
            {templates?.map((template) => (
              <Button key={template.id} variant="default" justify="flex-start" onClick={() => setChoice(template)}>
                {template.name}
              </Button>
            ))}
            <Button variant="subtle" justify="flex-start" onClick={() => setChoice('document')}>
              {m.fileOrLink()}
            </Button>
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  )
}
