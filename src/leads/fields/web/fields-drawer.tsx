import { useQuery } from '@tanstack/react-query'
import { labelOf } from '#leads/leads/domain/lead-fields.ts'
import { nameIn } from '#platform/domain/names.ts'
import { SavedListDrawer, type SavedListParts } from '#platform/web/app/forms/saved-list.tsx'
import type { EditedField } from '../api/fields.ts'
import { m } from '../messages/messages.ts'
import { fieldsQuery, saveFields } from './data.ts'
import { FieldDialog } from './field-dialog.tsx'
import { FieldWords } from './field-words.tsx'

const parts: SavedListParts<EditedField> = {
  right: 'programme',
  kind: 'field',
  labels: {
    title: m.fields(),
    intro: m.fieldsLead(),
    add: m.addField(),
    open: m.openFields(),
    deleteQuestion: m.deleteQuestion(),
    deleteText: (name) => m.deleteText({ name }),
  },
  archiving: {
    title: m.archivedFields(),
    effect: m.leadsKeepValues(),
    wordOf: (field) => (field.isBuiltIn ? { label: m.hide(), done: m.isHidden({ name: labelOf(field) }) } : null),
  },
  nameOf: (field) => labelOf({ key: field.key, name: nameIn(field) }),
  Words: FieldWords,
  Editor: FieldDialog,
  mayDelete: ({ isBuiltIn }) => !isBuiltIn,
  useItems: () => useQuery({ ...fieldsQuery, select: ({ fields }) => fields, staleTime: 0 }),
  save: (wanted, read) => saveFields(wanted, read),
}

/** The fields of a lead in their order. */
export default function FieldsDrawer({ onClose }: { readonly onClose: () => void }) {
  return <SavedListDrawer parts={parts} onClose={onClose} />
}
