import { lazy, Suspense, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { IconLayoutColumns } from '../icons.ts'
import type { ShownColumn } from './column.ts'
import type { ListAddress } from './list-address.ts'
import type { Sorting } from './sort-header.tsx'

/** Lazy: lists open without it. */
const ViewPopover = lazy(() => import('./view-popover.tsx'))

interface ViewButtonProps {
  readonly address: ListAddress
  readonly columns: readonly ShownColumn[]
  readonly sorting: Sorting | undefined
}

/** Opens what the view of a list consists of: its columns, its link, and the views that the person keeps. */
export function ViewButton({ address, columns, sorting }: ViewButtonProps) {
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
