import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { Closings } from '#money/accounting/web/closings.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { settingsCards } from '#provider/settings/domain/settings.ts'

/** Months and years are closed here as on the page of the year. */
export default function ClosingDialog({ onClose }: AccountDialogProps) {
  return (
    <SideDialog onClose={onClose} title={settingsCards.closing.title} size="lg" position="right">
      <Closings />
    </SideDialog>
  )
}
