import { useCallback } from 'react'
import { useLocation, useNavigate } from 'react-router'

/** State of an entry of the history that this page added itself: closing goes back instead of adding another. */
const opened = { contractOpened: true } as const

function addressOf(id: string | null) {
  const next = new URLSearchParams(window.location.search)
  if (id) next.set('contract', id)
  else next.delete('contract')
  return { search: next.toString() }
}

/**
 * Which contract's evidence is open stands in the address (`?contract=…`): a link to it can be sent, and going back closes it.
 */
export function useContractInAddress() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  // The same function whatever the address says, or every row of the tables would be drawn anew with it.
  const open = useCallback((id: string) => void navigate(addressOf(id), { state: opened, preventScrollReset: true }), [navigate])
  return {
    id: new URLSearchParams(search).get('contract'),
    open,
    close: () => {
      const wasHere = (state as Partial<typeof opened> | null)?.contractOpened === true
      void (wasHere ? navigate(-1) : navigate(addressOf(null), { replace: true, preventScrollReset: true }))
    },
  }
}
