import { Stack } from '@mantine/core'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { DigestHour } from '#communication/notifications/web/digest-hour.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '#portal/messages/messages.ts'
import { settingsCards } from '#provider/settings/domain/settings.ts'

/** When mails leave by themselves, saved at once. */
export default function DigestDialog({ onClose }: AccountDialogProps) {
  const { title, usedIn, applies } = settingsCards.digest
  return (
    <SideDialog onClose={onClose} title={title} position="right">
      <Stack>
        <DigestHour />
        <SoftText fz={13}>
          {m.usedIn({ usedIn })}
          <br />
          {m.applies({ applies })}
        </SoftText>
      </Stack>
    </SideDialog>
  )
}
