import { useEffect, useLayoutEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { NeededRight } from '#access/domain/staff-rights.ts'
import { useRight } from '#access/web/rights.ts'

/**
 * Opens a dialog of the page for a link with `?add=<name>`, for staff with the right to it. The parameter then goes: a reload
 * does not open the dialog again, and Back goes to where the link stood.
 */
export function useOpenedByAddress(name: string, right: NeededRight, open: () => void): void {
  const [params, setParams] = useSearchParams()
  const isAsked = params.get('add') === name
  const isAllowed = useRight(right)
  const latest = useRef(open)
  useLayoutEffect(() => {
    latest.current = open
  })
  useEffect(() => {
    if (!isAsked) return
    if (isAllowed) latest.current()
    setParams(
      () => {
        const current = new URLSearchParams(window.location.search)
        current.delete('add')
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isAsked, isAllowed, setParams])
}
