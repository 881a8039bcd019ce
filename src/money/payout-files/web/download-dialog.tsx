import { Text } from '@mantine/core'
import { IdentityProof } from '#platform/web/app/forms/identity-proof.tsx'
import { useMe } from '#platform/web/app/session/session.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import type { PayoutFile } from '../api.ts'
import { m } from '../messages/messages.ts'
import { downloadPayoutFile, saveFile } from './data.ts'

interface DownloadDialogProps {
  readonly file: PayoutFile
  readonly as: 'xml' | 'csv'
  readonly onClose: () => void
}

/** Downloads a file again, for the password or the second factor. Mounted only while open. */
export function DownloadDialog({ file, as, onClose }: DownloadDialogProps) {
  const { twoFactorEnabled } = useMe()
  return (
    <Dialog onClose={onClose} title={`${file.reference}.${as}`}>
      <IdentityProof
        by={twoFactorEnabled ? 'code' : 'password'}
        action={m.download()}
        errorTitle={m.error()}
        onClose={onClose}
        onConfirm={async (proof) => {
          saveFile(await downloadPayoutFile(file.id, as, proof))
          onClose()
        }}
      >
        <Text fz="sm">{m.downloadRecorded()}</Text>
      </IdentityProof>
    </Dialog>
  )
}
