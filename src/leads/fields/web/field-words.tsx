import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { labelOf } from '#leads/leads/domain/lead-fields.ts'
import { nameIn } from '#platform/domain/names.ts'
import item from '#platform/web/app/forms/item-dialog.module.css'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedField } from '../api/fields.ts'
import { m } from '../messages/messages.ts'
import { kindLabel } from './field-labels.ts'

/** What is special about a field. */
function useFacts(field: EditedField): string[] {
  const stages = useStages()
  const required = field.requiredFrom ? m.requiredFromStage({ stage: stageName(stages, field.requiredFrom) }) : m.requiredAlways()
  return [
    ...(field.required ? [required] : []),
    ...(field.partner === 'reads' ? [m.partnersRead()] : []),
    ...(field.onIntroductions ? [m.clientsFillIn()] : []),
    ...(field.searchable ? [m.isSearched()] : []),
    ...(field.onCard ? [m.isOnCard()] : []),
    ...(field.inList ? [m.isInLists()] : []),
  ]
}

/** What is said of a field in the list: its label and kind, who sees it, what it is used for. */
export function FieldWords({ item: field }: { readonly item: EditedField }) {
  const facts = useFacts(field)
  const lacked = useMissingNames(field.names)
  const missing = field.name ? lacked : null
  return (
    <>
      <p>
        <span className={item.name}>{labelOf({ key: field.key, name: nameIn(field) })}</span>{' '}
        {field.isBuiltIn ? (
          <SoftText component="span" fz="xs">
            {m.builtIn()}
          </SoftText>
        ) : (
          <span className={item.badge}>{kindLabel(field.kind)}</span>
        )}
      </p>
      {facts.length > 0 && (
        <SoftText component="p" fz="sm">
          {facts.join(' · ')}
        </SoftText>
      )}
      {(field.partner === 'none' || missing) && (
        <p className={item.marks}>
          {field.partner === 'none' && <StatusBadge tone="todo">{m.staffAlone()}</StatusBadge>}
          {missing && <SoftText component="span">{missing}</SoftText>}
        </p>
      )}
    </>
  )
}
