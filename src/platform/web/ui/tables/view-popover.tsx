import { Button, Checkbox, Divider, Stack, Text } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { useContext } from 'react'
import { m } from '#platform/messages/messages.ts'
import { ButtonPopover } from './button-popover.tsx'
import { CardSort } from './card-sort.tsx'
import { columnsName, columnsText, isChosen } from './chosen-columns.ts'
import { isFixed, type ShownColumn } from './column.ts'
import type { ListAddress } from './list-address.ts'
import { SavedViewsOfLists } from './saved-views-slot.ts'
import type { Sorting } from './sort-header.tsx'

interface ViewPopoverProps {
  /** The button that opened it. */
  readonly button: HTMLElement
  readonly address: ListAddress
  readonly columns: readonly ShownColumn[]
  readonly sorting: Sorting | undefined
  readonly onClose: () => void
}

/** The order and the columns of a list, and the link to it as it is; the address holds all of it. */
export default function ViewPopover({ button, address, columns, sorting, onClose }: ViewPopoverProps) {
  const { copied, copy } = useClipboard({ timeout: 4000 })
  const saved = useContext(SavedViewsOfLists)
  const choices = columns.filter((column) => !isFixed(column))
  const shown = new Set(choices.filter((column) => isChosen(column, address)).map(({ key }) => key))
  const show = (key: string, on: boolean) => {
    const next = new Set(shown)
    if (on) next.add(key)
    else next.delete(key)
    address.set(columnsName, columnsText(columns, next))
  }
  return (
    <ButtonPopover button={button} title={m.view()} width={280} position="bottom-end" onClose={onClose}>
      <Stack gap={6}>
        {sorting && <CardSort className="view-sort" columns={columns} sorting={sorting} />}
        {choices.length > 0 && (
          <fieldset style={{ margin: 0, padding: 0, border: 0 }}>
            <Text component="legend" fz="xs" c="var(--ink-soft)" mb={6}>
              {m.columns()}
            </Text>
            <Stack gap={8}>
              {choices.map(({ key, label }) => (
                <Checkbox
                  key={key}
                  size="sm"
                  label={label}
                  checked={shown.has(key)}
                  onChange={(event) => show(key, event.currentTarget.checked)}
                />
              ))}
            </Stack>
          </fieldset>
        )}
        {shown.size < choices.length && (
          <Button size="compact-sm" variant="subtle" justify="start" onClick={() => address.set(columnsName, null)}>
            {m.allColumns()}
          </Button>
        )}
        {saved?.(onClose)}
        <Divider />
        <Button size="sm" variant="default" onClick={() => copy(window.location.href)} aria-live="polite">
          {copied ? m.linkCopied() : m.copyViewLink()}
        </Button>
      </Stack>
    </ButtonPopover>
  )
}
