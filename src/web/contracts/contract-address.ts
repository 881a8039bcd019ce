import { useLocation, useNavigate } from 'react-router'

/** State of an entry of the history that this page added itself: closing goes back instead of adding another. */
const opened = { contractOpened: true } as const

/** Which contract's evidence is open stands in the address (`?contract=…`): a link to it can be sent, and going back closes it. */
export function useContractInAddress() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const address = (id: string | null) => {
    const next = new URLSearchParams(search)
    if (id) next.set('contract', id)
    else next.delete('contract')
    return { search: next.toString() }
  }
  return {
    id: new URLSearchParams(search).get('contract'),
    open: (id: string) => void navigate(address(id), { state: opened, preventScrollReset: true }),
    close: () => {
      const wasHere = (state as Partial<typeof opened> | null)?.contractOpened === true
      void (wasHere ? navigate(-1) : navigate(address(null), { replace: true, preventScrollReset: true }))
    },
  }
}
