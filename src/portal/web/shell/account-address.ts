import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { type AccountEntry, accountEntryAt } from './account-entries.ts'

/** `?account=notifications` (used in mail) opens a dialog of the account menu; the parameter is then removed. */
export function useAccountInAddress(onOpen: (entry: AccountEntry) => void): void {
  const [params, setParams] = useSearchParams()
  const section = params.get('account')
  useEffect(() => {
    if (section === null) return
    const entry = accountEntryAt(section)
    if (entry) onOpen(entry)
    setParams(
      (others) => {
        others.delete('account')
        return others
      },
      { replace: true },
    )
  }, [section, onOpen, setParams])
}
