import { useQuery } from '@tanstack/react-query'
import { ListDialog } from '#platform/web/app/forms/list-dialog.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { fieldsQuery } from './data.ts'
import { FieldDialog } from './field-dialog.tsx'
import { FieldList } from './field-list.tsx'

/** The fields of a lead in their order; one is edited in the place of the list. */
export default function FieldsDrawer({ onClose }: { readonly onClose: () => void }) {
  const query = useQuery({ ...fieldsQuery, staleTime: 0 })
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>('field', ({ key }) => (key ? `field ${key}` : 'field'))
  const fields = query.data?.fields
  const field = fields?.find(({ key }) => key === edited?.key) ?? null
  if (edited && fields && (field || edited.key === null)) {
    return <FieldDialog key={edited.key} field={field} fields={fields} onClose={() => setEdited(null)} />
  }
  return <List onEdit={setEdited} onClose={onClose} />
}

interface ListProps {
  readonly onEdit: (edited: { readonly key: string | null }) => void
  readonly onClose: () => void
}

function List({ onEdit, onClose }: ListProps) {
  const query = useQuery(fieldsQuery)
  return (
    <ListDialog
      title={m.fields()}
      lead={m.fieldsLead()}
      addLabel={m.addField()}
      onAdd={() => onEdit({ key: null })}
      onClose={onClose}
    >
      {(onSay) => (
        <QueryBoundary query={query}>
          {({ fields }) => <FieldList fields={fields} onEdit={(key) => onEdit({ key })} onSay={onSay} />}
        </QueryBoundary>
      )}
    </ListDialog>
  )
}
