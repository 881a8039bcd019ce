import { CountersignDialog } from '#contracts/contracts/web/countersign/countersign-dialog.tsx'
import { deleteContract, revokeContract, validateContract } from '#contracts/contracts/web/data.ts'
import type { ContractAsk } from '#contracts/contracts/web/list/contract-actions.tsx'
import { RevokeDialog } from '#contracts/contracts/web/list/revoke-dialog.tsx'
import { ScanDialog } from '#contracts/contracts/web/list/scan-dialog.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { m } from '../messages/messages.ts'

interface ContractDialogsProps {
  readonly action: ContractAsk
  readonly onAsk: (ask: ContractAsk) => void
  readonly onClose: () => void
  readonly onDeleted: (id: string) => void
}

/** The open dialog. */
export function ContractDialogs({ action, onAsk, onClose, onDeleted }: ContractDialogsProps) {
  const [row] = action.rows
  if (!row) return null
  const what = m.contractOfPartner({ title: row.title, name: row.partner.name })
  switch (action.dialog) {
    case 'countersign':
      return <CountersignDialog rows={action.rows} onClose={onClose} />
    case 'scan':
      return <ScanDialog row={row} onClose={onClose} />
    case 'validate':
      return (
        <ConfirmDialog
          opened
          title={m.validateByHand()}
          text={m.validationText({ what })}
          action={m.validate()}
          onClose={onClose}
          onConfirm={async () => {
            await announced(validateContract(row.id), m.contractIsValidated, m.markedAsSigned({ title: row.title }))
            onAsk({ dialog: 'scan', rows: [row] })
          }}
        />
      )
    case 'revoke':
      return (
        <RevokeDialog
          title={m.revoke()}
          text={m.revocationText({ what, contractType: row.contractType })}
          done={m.pendingAgain({ title: row.title })}
          onRevoke={(reason) => revokeContract(row.id, reason)}
          onClose={onClose}
        />
      )
    case 'delete':
      return (
        <ConfirmDialog
          opened
          title={m.deleteContract()}
          text={m.deleteText({ what })}
          action="Delete"
          danger
          onClose={onClose}
          onConfirm={async () => {
            await announced(deleteContract(row.id), m.contractDeleted)
            onDeleted(row.id)
          }}
        />
      )
  }
}
