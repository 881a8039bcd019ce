import { Button, Group, Stack, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { fieldsQuery } from './data.ts'
import { FieldDialog } from './field-dialog.tsx'
import { FieldList } from './field-list.tsx'

/** The fields of a lead in their order; one is edited in the place of the list. Mounted only while open. */
export default function FieldsDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...fieldsQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('field', ({ key }) => (key ? `field ${key}` : 'field'))
  const fields = query.data?.fields
  const field = fields?.find(({ key }) => key === edited?.key) ?? null
  if (edited && fields && (field || edited.key === null)) {
    return <FieldDialog key={edited.key} field={field} fields={fields} onClose={() => setEdited(null)} />
  }
  return <ListDialog onEdit={setEdited} onClose={onClose} />
}

interface ListDialogProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

function ListDialog({ onEdit, onClose }: ListDialogProps) {
  const query = useQuery(fieldsQuery)
  const [said, setSaid] = useState('')
  return (
    <SideDialog onClose={onClose} title={m.fields()} position="right" size="xl" transitionProps={{ duration: 0 }}>
      <Stack>
        <SoftText>{m.fieldsLead()}</SoftText>
        <QueryBoundary query={query}>
          {({ fields }) => <FieldList fields={fields} onEdit={(key) => onEdit({ key })} onSay={setSaid} />}
        </QueryBoundary>
        <VisuallyHidden role="status">{said}</VisuallyHidden>
        <Group justify="flex-end">
          <WithRight right="programme" explained>
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => onEdit({ key: null })}>
              {m.addField()}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </SideDialog>
  )
}
