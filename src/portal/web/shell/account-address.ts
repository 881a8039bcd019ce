import { useEffect, useRef } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import type { Role } from '#platform/domain/actor.ts'
import { formerAccountAddresses } from '#provider/settings/domain/former-addresses.ts'
import { type AccountEntry, accountEntryAt } from './account-entries.ts'

/**
 * `?account=notifications` (used in mail) opens a dialog of the account menu; the parameter is then removed. What stood there
 * once is a card of the settings now, for staff.
 */
export function useAccountInAddress(role: Role, onOpen: (entry: AccountEntry) => void): void {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const section = params.get('account')
  const followed = useRef<string | null>(null)
  useEffect(() => {
    // The shell is drawn again while it navigates: following the address once more would begin the navigation anew, for ever.
    if (followed.current === section) return
    followed.current = section
    if (section === null) return
    const moved = formerAccountAddresses[section]
    if (moved && role === 'admin') return void navigate(moved, { replace: true })
    const entry = accountEntryAt(section)
    if (entry) onOpen(entry)
    setParams(
      (others) => {
        others.delete('account')
        return others
      },
      { replace: true },
    )
  }, [section, role, onOpen, navigate, setParams])
}
