import { UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState } from '#platform/web/ui/page/states.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import type { Column } from '#platform/web/ui/tables/column.ts'
import { useListAddress } from '#platform/web/ui/tables/list-address.ts'
import { ListTable } from '#platform/web/ui/tables/list-table.tsx'
import type { ImportView } from '../api.ts'
import type { ImportState } from '../domain/imports.ts'
import type { ImportKind } from '../domain/kinds.ts'
import { m } from '../messages/messages.ts'
import { countsText } from './counts-text.ts'
import { importsQuery } from './data.ts'

export const stateLabels: Readonly<Record<ImportState, () => string>> = {
  staging: m.stateStaging,
  applying: m.stateApplying,
  stopped: m.stateStopped,
  done: m.stateDone,
  undone: m.stateUndone,
}
const tones: Readonly<Record<ImportState, BadgeTone>> = {
  staging: 'todo',
  applying: 'todo',
  stopped: 'todo',
  done: 'received',
  undone: 'known',
}

const columns = (onOpen: (id: string) => void): readonly Column<ImportView>[] => [
  {
    key: 'file',
    label: m.file(),
    card: 'title',
    cell: ({ id, fileName, tool }) => (
      <>
        <UnstyledButton className="name-link clamp" data-opens onClick={() => onOpen(id)}>
          {fileName}
        </UnstyledButton>
        {tool && <p className="cell-note">{tool}</p>}
      </>
    ),
  },
  { key: 'state', label: m.state(), cell: ({ state }) => <StatusBadge tone={tones[state]}>{stateLabels[state]()}</StatusBadge> },
  { key: 'rows', label: m.rowsOfFile(), cell: ({ counts }) => countsText(counts) },
  {
    key: 'brought',
    label: m.broughtOn(),
    figure: true,
    cell: ({ createdAt, broughtBy }) => (
      <>
        {shortDate(createdAt)}
        <p className="cell-note clamp">{broughtBy}</p>
      </>
    ),
  },
]

/** What was brought before: it is looked at again, goes on, or is undone. */
export function EarlierImports({ kind, onOpen }: { readonly kind: ImportKind; readonly onOpen: (id: string) => void }) {
  const address = useListAddress([])
  const query = useInfiniteQuery(importsQuery(kind))
  const shown = useMemo(() => columns(onOpen), [onOpen])
  return (
    <ListTable
      label={m.earlierImports()}
      address={address}
      query={query}
      columns={shown}
      empty={<EmptyState title={m.noImports()} text={m.noImportsText()} />}
    />
  )
}
