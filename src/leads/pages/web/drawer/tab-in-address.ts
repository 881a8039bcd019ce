import { useLocation, useNavigate } from 'react-router'

/**
 * The drawer's tabs. They are parameters of its address too, so that a link opens it where something happened
 * (`communication/lead-news/domain/unread.ts`); that of the messages scrolls to them.
 */
const tabs = ['details', 'history', 'payments'] as const
type Tab = (typeof tabs)[number]

/** The tab that is open, in the address: a reload keeps it, and Back closes the drawer from any of them. */
export function useTabInAddress(isOffered: (tab: Tab) => boolean) {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const requestedTab = new URLSearchParams(search).get('tab')
  const open = (tab: string | null) => {
    const params = new URLSearchParams(window.location.search)
    if (tab && tab !== 'details') params.set('tab', tab)
    else params.delete('tab')
    void navigate({ search: params.toString() }, { replace: true, state, preventScrollReset: true })
  }
  return {
    tab: tabs.find((each) => each === requestedTab && isOffered(each)) ?? 'details',
    /** The thread, which stands among the details. */
    isToMessages: requestedTab === 'messages',
    open,
  }
}
