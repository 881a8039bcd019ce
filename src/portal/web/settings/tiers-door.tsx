import { useEffect } from 'react'
import { useRight } from '#access/web/rights.ts'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import TiersDialog from '#money/tiers/web/tiers-dialog.tsx'
import { call } from '#platform/web/app/requests/api.ts'
import { setupRoutes } from '#provider/checklist/api.ts'

/** The tiers; who may change them has seen them now, which the checklist of a new portal asks for. */
export default function TiersDoor({ onClose }: AccountDialogProps) {
  const setsUp = useRight('programme')
  useEffect(() => {
    // The checklist then says so at its next visit; without it the tiers are shown all the same.
    if (setsUp) void call(setupRoutes.noteTiersSeen, {}).catch(() => undefined)
  }, [setsUp])
  return <TiersDialog onClose={onClose} />
}
