import { useSearchParams } from 'react-router'

/** Whether the address asks for a page's add dialog (`?add=lead`), and opening and closing it there: a link can open it. */
export function useAddInAddress(what: 'lead' | 'partner'): [boolean, (open: boolean) => void] {
  const [params, setParams] = useSearchParams()
  const set = (open: boolean) =>
    setParams(
      (before) => {
        if (open) before.set('add', what)
        else before.delete('add')
        return before
      },
      { replace: true, preventScrollReset: true },
    )
  return [params.get('add') === what, set]
}
