import { Group } from '@mantine/core'
import { useRight } from '#access/web/rights.ts'
import { RowButton, rowButtonClass } from '#platform/web/ui/tables/row-button.tsx'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import classes from '../evidence/evidence.module.css'

/** A dialog about contracts. */
export interface ContractAsk {
  readonly dialog: 'validate' | 'revoke' | 'delete' | 'scan' | 'countersign'
  readonly rows: readonly Contract[]
}

interface ContractActionsProps {
  readonly row: Contract
  readonly onAsk: (ask: ContractAsk) => void
  /** Opens the details; absent inside them. */
  readonly onOpen?: (id: string) => void
}

/** Actions available for a contract. */
export function ContractActions({ row, onAsk, onOpen }: ContractActionsProps) {
  const mayChange = useRight('contracts')
  const ask = (dialog: ContractAsk['dialog']) => () => onAsk({ dialog, rows: [row] })
  return (
    <Group gap={6} {...(onOpen ? { className: classes.actions, justify: 'flex-end' } : {})}>
      {onOpen && row.document && (
        <a
          className={rowButtonClass}
          data-look="default"
          href={row.document.kind === 'file' ? `${row.document.url}&inline=1` : row.document.url}
          target="_blank"
          rel="noopener noreferrer"
        >
          {m.view()}
        </a>
      )}
      {onOpen && (
        <RowButton look="default" data-opens onClick={() => onOpen(row.id)}>
          {m.evidence()}
        </RowButton>
      )}
      {row.can.countersign && <RowButton onClick={ask('countersign')}>{m.counterSign()}</RowButton>}
      {row.can.validate && (
        <RowButton look="quiet" onClick={ask('validate')}>
          {m.validate()}
        </RowButton>
      )}
      {!onOpen && row.signingMethod === 'validated' && mayChange && (
        <RowButton look="default" onClick={ask('scan')}>
          {row.scanUrl ? m.replaceScan() : m.addScan()}
        </RowButton>
      )}
      {row.can.revoke && (
        <RowButton look="quiet" onClick={ask('revoke')}>
          {m.revoke()}
        </RowButton>
      )}
      {row.can.delete && (
        <RowButton look="danger" onClick={ask('delete')}>
          {m.remove()}
        </RowButton>
      )}
    </Group>
  )
}
