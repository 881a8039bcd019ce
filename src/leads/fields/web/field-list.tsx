import { Menu } from '@mantine/core'
import { useState } from 'react'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { useMissingNames } from '#platform/web/app/forms/name-field.tsx'
import { MoveButtons, OrderedRow, orderedRows, useRowOrder } from '#platform/web/app/forms/ordered-rows.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { EditedField } from '../api/fields.ts'
import { m } from '../messages/messages.ts'
import { archiveField, bringBackField, deleteField, orderFields } from './data.ts'
import { kindLabel, labelOf } from './field-labels.ts'
import classes from './fields.module.css'

interface FieldListProps {
  readonly fields: readonly EditedField[]
  readonly onEdit: (key: string) => void
  /** Tells whoever does not see the list move where a field stands now. */
  readonly onSay: (sentence: string) => void
}

/** Those that forms ask for, in their order, then those that are archived or hidden. */
export function FieldList({ fields, onEdit, onSay }: FieldListProps) {
  const mayEdit = useRight('programme')
  const [pendingDelete, setPendingDelete] = useState<EditedField | null>(null)
  const open = fields.filter(({ archivedAt }) => archivedAt === null)
  const away = fields.filter(({ archivedAt }) => archivedAt !== null)
  const stored = fields.map(({ key }) => key)
  const { list, move } = useRowOrder(
    open.map((field) => ({ key: field.key, name: labelOf(field) })),
    (keys) => orderFields([...keys, ...away.map(({ key }) => key)], stored),
    onSay,
  )
  const archive = useAction(async (field: EditedField) => {
    await archiveField(field.key)
    const name = labelOf(field)
    toastSuccess(field.isBuiltIn ? m.isHidden({ name }) : m.isArchived({ name }), m.leadsKeepValues())
  })
  const bringBack = useAction(async (field: EditedField) => {
    await bringBackField(field.key)
    toastSuccess(m.isBack({ name: labelOf(field) }), m.everybodySeesIt())
  })
  const rowOf = (field: EditedField, index: number, count: number) => (
    <FieldRow
      key={field.key}
      field={field}
      move={
        field.archivedAt === null && {
          canMove: { up: index > 0, down: index < count - 1 },
          onMove: (direction) => move(field.key, direction),
        }
      }
      mayEdit={mayEdit}
      onEdit={() => onEdit(field.key)}
      onArchive={() => archive.run(field)}
      onBringBack={() => bringBack.run(field)}
      onDelete={() => setPendingDelete(field)}
    />
  )
  return (
    <>
      <ol ref={list} className={orderedRows} aria-label={m.openFields()}>
        {open.map((field, index) => rowOf(field, index, open.length))}
      </ol>
      {away.length > 0 && (
        <section aria-labelledby="fields-away">
          <h3 id="fields-away" className={classes.part}>
            {m.archivedFields()}
          </h3>
          <ul className={orderedRows}>{away.map((field, index) => rowOf(field, index, away.length))}</ul>
        </section>
      )}
      <ConfirmDialog
        opened={pendingDelete !== null}
        title={m.deleteQuestion()}
        text={m.deleteText({ name: pendingDelete ? labelOf(pendingDelete) : '' })}
        action={m.remove()}
        danger
        onClose={() => setPendingDelete(null)}
        onConfirm={async () => {
          if (pendingDelete) await deleteField(pendingDelete.key)
        }}
      />
    </>
  )
}

interface FieldRowProps {
  readonly field: EditedField
  /** How it moves; false for one that is archived. */
  readonly move: Omit<Parameters<typeof MoveButtons>[0], 'name'> | false
  readonly mayEdit: boolean
  readonly onEdit: () => void
  readonly onArchive: () => void
  readonly onBringBack: () => void
  readonly onDelete: () => void
}

/** A field in the list: its label and kind, who sees it, what it is used for, and what can be done with it. */
function FieldRow({ field, move, mayEdit, onEdit, ...doings }: FieldRowProps) {
  const name = labelOf(field)
  const facts = useFacts(field)
  const lacked = useMissingNames(field.names)
  const missing = field.name ? lacked : null
  return (
    <OrderedRow
      id={field.key}
      name={name}
      words={
        <>
          <p>
            <span className={classes.name}>{name}</span>{' '}
            {field.isBuiltIn ? (
              <SoftText component="span" fz="xs">
                {m.builtIn()}
              </SoftText>
            ) : (
              <span className={classes.kind}>{kindLabel(field.kind)}</span>
            )}
          </p>
          {facts.length > 0 && (
            <SoftText component="p" fz="sm">
              {facts.join(' · ')}
            </SoftText>
          )}
          {(field.partner === 'none' || missing) && (
            <p className={classes.marks}>
              {field.partner === 'none' && <StatusBadge tone="todo">{m.staffAlone()}</StatusBadge>}
              {missing && <SoftText component="span">{missing}</SoftText>}
            </p>
          )}
        </>
      }
      actions={
        mayEdit && (
          <>
            {move && <MoveButtons name={name} {...move} />}
            <RowButton look="default" aria-label={m.editNamed({ name })} onClick={onEdit}>
              {m.edit()}
            </RowButton>
            <MoreOf field={field} {...doings} />
          </>
        )
      }
    />
  )
}

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

function MoreOf({
  field,
  onArchive,
  onBringBack,
  onDelete,
}: Pick<FieldRowProps, 'field' | 'onArchive' | 'onBringBack' | 'onDelete'>) {
  const { isBuiltIn, isUsed, archivedAt } = field
  return (
    <RowMenu label={m.moreFor({ name: labelOf(field) })}>
      {archivedAt ? (
        <Menu.Item onClick={onBringBack}>{m.bringBack()}</Menu.Item>
      ) : (
        <Menu.Item onClick={onArchive}>{isBuiltIn ? m.hide() : m.archive()}</Menu.Item>
      )}
      {!isBuiltIn && (
        <Menu.Item color="var(--danger-ink)" disabled={isUsed} onClick={onDelete}>
          {isUsed ? m.inUse() : m.remove()}
        </Menu.Item>
      )}
    </RowMenu>
  )
}
