import { useCallback, useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'

interface RecordInAddress {
  /** Value of the parameter: the open record's id; null when none is open. */
  readonly id: string | null
  /** Keeps its identity, as does `close`: memoized rows can take it. */
  readonly open: (id: string) => void
  readonly close: () => void
}

interface Options {
  /** A parameter for the part of the record that is shown; it is removed together with the record. */
  readonly within?: string
}

/**
 * Keeps the open record of a page in a parameter of the address (`?record=…`): a link opens it, a reload keeps it open, and the
 * browser's Back closes it.
 * Closing goes back when this page added the history entry, and removes the parameter when a link did.
 */
export function useRecordInAddress(name: string, { within }: Options = {}): RecordInAddress {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const id = new URLSearchParams(search).get(name)
  const current = useRef({ id, state })
  useLayoutEffect(() => {
    current.current = { id, state }
  })
  const open = useCallback(
    (next: string) => {
      const { id: openId, state: openState } = current.current
      // Another record replaces the open one: Back then goes to the list, not to the previous record.
      const entry = openId ? { replace: true, state: openState } : { state: { openedRecord: name } }
      void navigate(searchWith(name, next, within), { ...entry, preventScrollReset: true })
    },
    [name, within, navigate],
  )
  const close = useCallback(() => {
    const openedHere = (current.current.state as { openedRecord?: string } | null)?.openedRecord === name
    void (openedHere ? navigate(-1) : navigate(searchWith(name, null, within), { replace: true, preventScrollReset: true }))
  }, [name, within, navigate])
  return { id, open, close }
}

/** Based on the current address, since the last render may be older. */
function searchWith(name: string, value: string | null, within: string | undefined) {
  const params = new URLSearchParams(window.location.search)
  if (value) params.set(name, value)
  else params.delete(name)
  if (within) params.delete(within)
  return { search: params.toString() }
}
