import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const name = 'lead'

/** Which lead's drawer is open stands in the address: a link to a lead can be sent, and going back closes it. */
export function useOpenLead() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const openId = params.get(name)
  const openedHere = (state as { openedHere?: boolean } | null)?.openedHere === true
  const open = useCallback(
    ({ id }: { id: string }) =>
      setParams(
        (before) => {
          // From one lead to the other the entry is replaced, so that closing leads back to the board.
          before.set(name, id)
          return before
        },
        openId ? { replace: true, state } : { state: { openedHere: true } },
      ),
    [setParams, openId, state],
  )
  const close = useCallback(() => {
    if (openedHere) {
      void navigate(-1)
      return
    }
    setParams(
      (before) => {
        before.delete(name)
        return before
      },
      { replace: true },
    )
  }, [setParams, navigate, openedHere])
  return { openId, open, close }
}
