import { Button, Group } from '@mantine/core'
import type { Contract } from '#contract/contracts.ts'
import classes from './evidence.module.css'

/** A question about contracts that is asked before anything is done. */
export interface ContractAsk {
  readonly dialog: 'validate' | 'revoke' | 'delete' | 'scan' | 'countersign'
  readonly rows: readonly Contract[]
}

interface ContractActionsProps {
  readonly row: Contract
  readonly onAsk: (ask: ContractAsk) => void
  /** Opens everything that is known of it; absent where it is open. */
  readonly onOpen?: (id: string) => void
}

/** What can be done with a contract. */
export function ContractActions({ row, onAsk, onOpen }: ContractActionsProps) {
  const ask = (dialog: ContractAsk['dialog']) => () => onAsk({ dialog, rows: [row] })
  return (
    <Group gap={6} {...(onOpen ? { className: classes.actions, justify: 'flex-end' } : {})}>
      {onOpen && row.document && (
        <Button
          component="a"
          href={row.document.kind === 'file' ? `${row.document.url}&inline=1` : row.document.url}
          target="_blank"
          rel="noopener noreferrer"
          size="compact-sm"
          variant="default"
        >
          View
        </Button>
      )}
      {onOpen && (
        <Button size="compact-sm" variant="default" onClick={() => onOpen(row.id)}>
          Evidence
        </Button>
      )}
      {row.can.countersign && (
        <Button size="compact-sm" onClick={ask('countersign')}>
          Counter-sign
        </Button>
      )}
      {row.can.validate && (
        <Button size="compact-sm" onClick={ask('validate')}>
          Validate
        </Button>
      )}
      {!onOpen && row.signedBy === 'manual' && (
        <Button size="compact-sm" variant="default" onClick={ask('scan')}>
          {row.scanUrl ? 'Replace the scan' : 'Add a scan'}
        </Button>
      )}
      {row.can.revoke && (
        <Button size="compact-sm" variant="default" onClick={ask('revoke')}>
          Revoke
        </Button>
      )}
      {row.can.delete && (
        <Button size="compact-sm" variant="subtle" color="gray" className="quiet-danger" onClick={ask('delete')}>
          Delete
        </Button>
      )}
    </Group>
  )
}
