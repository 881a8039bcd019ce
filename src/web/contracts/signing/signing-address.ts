import { useLocation, useNavigate } from 'react-router'

/** State of an entry of the history that this page added itself: closing goes back instead of adding another. */
const opened = { signingOpened: true } as const

/** Which contract the address asks to sign (`?sign=…`). The browser's way back closes it; a link in a mail can open it. */
export function useSigningInAddress() {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const address = (id: string | null) => {
    const next = new URLSearchParams(search)
    if (id) next.set('sign', id)
    else next.delete('sign')
    return { search: next.toString() }
  }
  return {
    id: params.get('sign'),
    open: (id: string) => void navigate(address(id), { state: opened, preventScrollReset: true }),
    close: () => {
      const wasHere = (state as Partial<typeof opened> | null)?.signingOpened === true
      void (wasHere ? navigate(-1) : navigate(address(null), { replace: true, preventScrollReset: true }))
    },
  }
}
