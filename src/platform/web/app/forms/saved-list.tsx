import { Menu } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Right } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'
import type { ListItem } from '#platform/domain/saved-list.ts'
import { m } from '#platform/messages/messages.ts'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import { ListDialog } from './list-dialog.tsx'
import { type Direction, MoveButtons, OrderedRow, orderedRows, placeBeside, useRowOrder } from './ordered-rows.tsx'
import classes from './saved-list.module.css'
import { useAction } from './use-action.ts'

interface StoredItem extends ListItem {
  readonly archivedAt: string | null
  /** Something has, or had it: it can no longer be deleted. */
  readonly isUsed?: boolean
}

export interface EditorProps<T> {
  /** The item to edit; null: a new one. */
  readonly item: T | null
  readonly items: readonly T[]
  readonly onClose: () => void
}

export interface ReviewProps<T> {
  readonly wanted: readonly T[]
  readonly read: readonly T[]
  readonly onClose: () => void
}

/** What a list is made of, and how that is said; what it does not have is left out. */
export interface SavedListParts<T extends StoredItem> {
  /** The right to change it. */
  readonly right: Right
  /** By which what is typed is kept. */
  readonly kind: string
  readonly useItems: () => UseQueryResult<readonly T[]>
  /** Edits an item in the place of the list. */
  readonly Editor: (props: EditorProps<T>) => ReactNode
  readonly labels: {
    readonly title: string
    readonly intro: string
    readonly add: string
    readonly open: string
    /** What is said where there is none. */
    readonly empty?: string
    readonly deleteQuestion: string
    readonly deleteText: (name: string) => string
  }
  /** How items are archived; absent where they leave the list in another way. */
  readonly archiving?: {
    readonly title: string
    /** What archiving does to what has the item. */
    readonly effect: string
    /** Another word for it, where the item itself stays; null: the usual one. */
    readonly wordOf?: (item: T) => { readonly label: string; readonly done: string } | null
  }
  /** Whether two items may change places; absent: any. Null: where they stand follows from what they are. */
  readonly mayPass?: ((one: T, other: T) => boolean) | null
  /** What is asked before the list is saved; absent: nothing. It saves the list itself. */
  readonly Review?: (props: ReviewProps<T>) => ReactNode
  readonly mayDelete?: (item: T) => boolean
  /** What stands beside an item's own buttons. */
  readonly Actions?: (props: { readonly item: T; readonly items: readonly T[] }) => ReactNode
  readonly nameOf: (item: T) => string
  /** What is said of an item besides. */
  readonly Words: (props: { readonly item: T; readonly items: readonly T[] }) => ReactNode
  /** Saves the list that was read as it is to be. */
  readonly save: (wanted: readonly T[], read: readonly T[]) => Promise<void>
}

interface SavedListDrawerProps<T extends StoredItem> {
  readonly parts: SavedListParts<T>
  readonly onClose: () => void
}

/** A short list beside the page, which is saved whole; one item is edited in its place. */
export function SavedListDrawer<T extends StoredItem>({ parts, onClose }: SavedListDrawerProps<T>) {
  const { kind, Editor } = parts
  const list = parts.useItems()
  const [edited, setEdited] = useKeptOpen<{ readonly key: string | null }>(kind, ({ key }) => (key ? `${kind} ${key}` : kind))
  const items = list.data
  const item = items?.find(({ key }) => key === edited?.key) ?? null
  if (edited && items && (item || edited.key === null)) {
    return <Editor key={edited.key} item={item} items={items} onClose={() => setEdited(null)} />
  }
  const { title, intro, add } = parts.labels
  return (
    <ListDialog
      title={title}
      intro={intro}
      right={parts.right}
      addLabel={add}
      onAdd={() => setEdited({ key: null })}
      onClose={onClose}
    >
      {(onSay) => (
        <QueryBoundary query={list}>
          {(all) => <SavedList items={all} parts={parts} onEdit={(key) => setEdited({ key })} onSay={onSay} />}
        </QueryBoundary>
      )}
    </ListDialog>
  )
}

interface SavedListProps<T extends StoredItem> {
  readonly items: readonly T[]
  readonly parts: SavedListParts<T>
  readonly onEdit: (key: string) => void
  /** Tells whoever does not see the list move where an item stands now. */
  readonly onSay: (sentence: string) => void
}

/** The items in their order, then those that are archived. */
function SavedList<T extends StoredItem>({ items, parts, onEdit, onSay }: SavedListProps<T>) {
  const { labels, archiving, nameOf, save, mayPass = () => true, mayDelete = () => true, Actions, Review } = parts
  const mayEdit = useRight(parts.right)
  const [pendingDelete, setPendingDelete] = useState<T | null>(null)
  const [reviewed, setReviewed] = useState<readonly T[] | null>(null)
  const open = items.filter(({ archivedAt }) => archivedAt === null)
  const away = items.filter(({ archivedAt }) => archivedAt !== null)
  const of = (key: string) => items.find((item) => item.key === key) as T
  const { list, move, place } = useRowOrder(
    open.map((item) => ({ key: item.key, name: nameOf(item) })),
    (keys) => save([...keys.map(of), ...away], items),
    onSay,
  )
  const put = useAction(async (item: T, archivedAt: string | null, done: readonly [string, string]) => {
    const wanted = items.map((each) => (each === item ? { ...item, archivedAt } : each))
    if (Review) return setReviewed(wanted)
    await save(wanted, items)
    toastSuccess(...done)
  })
  const without = (item: T) => items.filter((each) => each !== item)
  const remove = (item: T) => (Review ? setReviewed(without(item)) : setPendingDelete(item))
  const rowOf = (item: T, index: number) => {
    const name = nameOf(item)
    const canMove = (direction: Direction) => {
      const other = open[placeBeside(index, direction)]
      return other !== undefined && (mayPass?.(item, other) ?? false)
    }
    const isOpen = item.archivedAt === null
    const isMovable = mayEdit && isOpen && (canMove('up') || canMove('down'))
    const mayTake = (key: string) => {
      const from = open.findIndex((each) => each.key === key)
      const passed = from < index ? open.slice(from + 1, index + 1) : open.slice(index, from)
      return from >= 0 && from !== index && passed.every((other) => mayPass?.(of(key), other) ?? false)
    }
    const word = archiving?.wordOf?.(item) ?? { label: m.archive(), done: m.isArchived({ name }) }
    return (
      <OrderedRow
        key={item.key}
        id={item.key}
        name={name}
        words={<parts.Words item={item} items={items} />}
        drag={isMovable ? { mayTake, onTake: (key) => place(key, index) } : null}
        actions={
          mayEdit && (
            <>
              {isOpen && mayPass && (
                <MoveButtons
                  name={name}
                  canMove={{ up: canMove('up'), down: canMove('down') }}
                  onMove={(direction) => move(item.key, direction)}
                />
              )}
              <RowButton look="default" aria-label={m.editNamed({ name })} onClick={() => onEdit(item.key)}>
                {m.edit()}
              </RowButton>
              {Actions && <Actions item={item} items={items} />}
              {(archiving || mayDelete(item)) && (
                <RowMenu label={m.moreFor({ name })}>
                  {archiving && isOpen && (
                    <Menu.Item onClick={() => put.run(item, new Date().toISOString(), [word.done, archiving.effect])}>
                      {word.label}
                    </Menu.Item>
                  )}
                  {archiving && !isOpen && (
                    <Menu.Item onClick={() => put.run(item, null, [m.isBack({ name }), m.everybodySeesIt()])}>
                      {m.bringBack()}
                    </Menu.Item>
                  )}
                  {mayDelete(item) && (
                    <Menu.Item color="var(--danger-ink)" disabled={item.isUsed} onClick={() => remove(item)}>
                      {item.isUsed ? m.inUse() : m.remove()}
                    </Menu.Item>
                  )}
                </RowMenu>
              )}
            </>
          )
        }
      />
    )
  }
  return (
    <>
      {open.length === 0 && labels.empty && <SoftText>{labels.empty}</SoftText>}
      <ol ref={list} className={orderedRows} aria-label={labels.open}>
        {open.map(rowOf)}
      </ol>
      {archiving && away.length > 0 && (
        <section aria-labelledby="archived-items">
          <h3 id="archived-items" className={classes.part}>
            {archiving.title}
          </h3>
          <ul className={orderedRows}>{away.map(rowOf)}</ul>
        </section>
      )}
      <ConfirmDialog
        opened={pendingDelete !== null}
        title={labels.deleteQuestion}
        text={labels.deleteText(pendingDelete ? nameOf(pendingDelete) : '')}
        action={m.remove()}
        danger
        onClose={() => setPendingDelete(null)}
        onConfirm={async () => {
          if (pendingDelete) await save(without(pendingDelete), items)
        }}
      />
      {Review && reviewed && <Review wanted={reviewed} read={items} onClose={() => setReviewed(null)} />}
    </>
  )
}
