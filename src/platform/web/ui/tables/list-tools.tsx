import './list-tools.css'
import { Button, Loader, TextInput } from '@mantine/core'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '#platform/messages/messages.ts'
import { IconDownload, IconLayoutColumns, IconSearch } from '../icons.ts'
import { EmptyState } from '../page/states.tsx'
import type { ShownColumn } from './column.ts'
import { type ListAddress, maxSearchLength } from './list-address.ts'
import type { Sorting } from './sort-header.tsx'

const ExportDialog = lazy(() => import('./export-dialog.tsx'))

export interface ListToolsProps {
  readonly address: ListAddress
  /** Accessible name of the search field. */
  readonly label: string
  /** The fields it searches; absent if the list has no search. */
  readonly placeholder?: string
  /** The export's path in the API, and the filters of the list. */
  readonly csv?: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> }
  /** Label of the button that clears all filters. */
  readonly clear?: string
  /** The search is running. */
  readonly busy?: boolean
  readonly filters?: ReactNode
  /** Columns of the list, of which some can be chosen. */
  readonly columns?: readonly ShownColumn[]
  /** The order of the list, which is chosen with the view: cards have no headers. */
  readonly sorting?: Sorting
}

/** Toolbar above a list: search, filters, view, export. */
export function ListTools(props: ListToolsProps) {
  const { address, label, placeholder, csv, busy = false, filters, columns, sorting } = props
  const { clear = m.clearFilters() } = props
  const [params] = useSearchParams()
  const csvFilters = Object.entries(csv?.query ?? {}).filter((each): each is [string, string] => Boolean(each[1]))
  const csvAddress = csv && `/api${csv.path}${csvFilters.length > 0 ? `?${new URLSearchParams(csvFilters)}` : ''}`
  return (
    <search className="list-tools" aria-label={label}>
      {placeholder !== undefined && (
        <TextInput
          type="search"
          aria-label={label}
          placeholder={placeholder}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          rightSection={busy ? <Loader size={14} aria-hidden="true" /> : null}
          className="list-search"
          style={{ '--hint-length': placeholder.length }}
          maxLength={maxSearchLength}
          value={address.typed}
          onChange={(event) => address.type(event.currentTarget.value)}
          onKeyDown={(event) => event.key === 'Enter' && address.typedAll()}
        />
      )}
      {filters}
      {address.filtered && (
        <button type="button" className="tool-button list-clear mantine-focus-auto" onClick={address.clear}>
          {clear}
        </button>
      )}
      <div className="list-end">
        {columns && <ViewButton address={address} columns={columns} sorting={sorting} />}
        {csvAddress && (
          <a className="tool-button mantine-focus-auto" href={csvAddress} download>
            <IconDownload size={16} aria-hidden="true" />
            <span>{m.csv()}</span>
          </a>
        )}
      </div>
      <Suspense>
        {csvAddress && params.get('add') === 'export' && <ExportDialog href={csvAddress} isFiltered={address.filtered} />}
      </Suspense>
    </search>
  )
}

/** Empty state of a filtered list, with a button that clears the filters. */
export function NoResult({
  address,
  title = m.noResultForFilters(),
  clear = m.clearFilters(),
}: {
  address: ListAddress
  title?: string
  clear?: string
}) {
  return (
    <EmptyState title={title}>
      <Button variant="default" onClick={address.clear}>
        {clear}
      </Button>
    </EmptyState>
  )
}

/** Lazy: lists open without it. */
const ViewPopover = lazy(() => import('./view-popover.tsx'))

interface ViewButtonProps {
  readonly address: ListAddress
  readonly columns: readonly ShownColumn[]
  readonly sorting: Sorting | undefined
}

/** Opens what the view of a list consists of: its columns, its link, and the views that the person keeps. */
function ViewButton({ address, columns, sorting }: ViewButtonProps) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <>
      <button
        ref={button}
        type="button"
        className="tool-button mantine-focus-auto"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(!isOpen)}
      >
        <IconLayoutColumns size={16} aria-hidden="true" />
        <span>{m.view()}</span>
      </button>
      <Suspense>
        {isOpen && button.current && (
          <ViewPopover
            button={button.current}
            address={address}
            columns={columns}
            sorting={sorting}
            onClose={() => setOpen(false)}
          />
        )}
      </Suspense>
    </>
  )
}
