import { CountersignDialog } from '#contracts/signing/web/countersign/countersign-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { deleteContract, revokeContract, validateContract } from '../data.ts'
import type { ContractAsk } from './contract-actions.tsx'
import { RevokeDialog } from './revoke-dialog.tsx'
import { ScanDialog } from './scan-dialog.tsx'

interface ContractDialogsProps {
  readonly action: ContractAsk
  readonly onAsk: (ask: ContractAsk) => void
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** The open dialog. Mounted only while open. */
export function ContractDialogs({ action, onAsk, onClose, onDeleted }: ContractDialogsProps) {
  const [row] = action.rows
  if (!row) return null
  const what = `${row.title} of ${row.partner.name}`
  switch (action.dialog) {
    case 'countersign':
      return <CountersignDialog rows={action.rows} onClose={onClose} />
    case 'scan':
      return <ScanDialog row={row} onClose={onClose} />
    case 'validate':
      return (
        <ConfirmDialog
          opened
          title="Validate by hand"
          text={
            `${what} will be recorded as validated by hand by you, without seal: use this for a contract ` +
            'that was signed on paper. You can add a scan of it afterwards.'
          }
          action="Validate"
          onClose={onClose}
          onConfirm={async () => {
            await announced(validateContract(row.id), 'Contract validated', `${row.title} is marked as signed`)
            onAsk({ dialog: 'scan', rows: [row] })
          }}
        />
      )
    case 'revoke':
      return (
        <RevokeDialog
          title="Revoke"
          text={
            `${what} will be pending again. ` +
            (row.contractType === 'main'
              ? 'The partner’s leads, commissions, bank details and resources are locked at once, until it is signed anew. '
              : '') +
            'What was signed so far stays as evidence, marked as revoked.'
          }
          done={`${row.title} is pending again`}
          onRevoke={(reason) => revokeContract(row.id, reason)}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          opened
          title="Delete contract"
          text={`Delete ${what}? Links to the document stop working. This action cannot be undone.`}
          action="Delete"
          danger
          onClose={onClose}
          onConfirm={async () => {
            await announced(deleteContract(row.id), 'Contract deleted')
            onDeleted(row.id)
          }}
        />
      )
  }
}
