import { shortDate } from '#platform/web/ui/dates.ts'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Contract } from '../../api/contracts.ts'
import { type ContractStage, contractStageLabels } from '../../domain/signing.ts'
import { m } from '../../messages/messages.ts'
import classes from '../evidence/evidence.module.css'

/** Amber if staff must act, red if the partner declined. */
const tones: Readonly<Record<ContractStage, BadgeTone>> = {
  assigned: 'blue',
  opened: 'known',
  code_sent: 'known',
  declined: 'danger',
  signed: 'todo',
  countersigned: 'green',
  validated: 'green',
}

function stageDate(contract: Contract): string | null {
  switch (contract.stage) {
    case 'assigned':
      return contract.createdAt
    case 'opened':
      return contract.openedAt
    case 'code_sent':
      return contract.codeSentAt
    case 'declined':
      return contract.declined?.at ?? null
    case 'signed':
    case 'validated':
      return contract.signedAt
    case 'countersigned':
      return contract.countersignedAt
  }
}

/** Stage of a contract with its date, and the reason if declined. */
export function Stage({ contract }: { contract: Contract }) {
  const at = stageDate(contract)
  return (
    <div className={classes.stage}>
      <StatusBadge tone={tones[contract.stage]}>{contractStageLabels[contract.stage]}</StatusBadge>
      {at && (
        <SoftText component="time" dateTime={at} fz="xs" className="figure">
          {shortDate(at)}
        </SoftText>
      )}
      {contract.status === 'en_attente' && contract.remindedAt && (
        <SoftText fz="xs">{m.remindedOn({ day: shortDate(contract.remindedAt) })}</SoftText>
      )}
      {contract.stage === 'declined' && contract.declined && (
        <SoftText fz="xs" className={classes.reason} lineClamp={3} title={contract.declined.reason}>
          {m.quoted({ text: contract.declined.reason })}
        </SoftText>
      )}
    </div>
  )
}

/** The same in the two lines of a table's row. */
export function StageCell({ contract }: { contract: Contract }) {
  const at = stageDate(contract)
  return (
    <>
      <StatusBadge tone={tones[contract.stage]}>{contractStageLabels[contract.stage]}</StatusBadge>
      {at && (
        <time dateTime={at} className="cell-note figure">
          {shortDate(at)}
        </time>
      )}
      {contract.status === 'en_attente' && contract.remindedAt && (
        <p className="cell-note">{m.remindedOn({ day: shortDate(contract.remindedAt) })}</p>
      )}
      {contract.stage === 'declined' && contract.declined && (
        <p className="cell-note clamp" title={contract.declined.reason}>
          {m.quoted({ text: contract.declined.reason })}
        </p>
      )}
    </>
  )
}
