import { Menu } from '@mantine/core'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { RowMenu } from '#platform/web/ui/tables/row-menu.tsx'
import type { Commission } from '../api/commissions.ts'
import { m } from '../messages/messages.ts'

export type CommissionDialog = 'validate' | 'pay' | 'correct' | 'reverse' | 'hold' | 'release' | 'why' | 'remove'

interface CommissionRowActionsProps {
  readonly row: Commission
  readonly onAsk: (dialog: CommissionDialog, row: Commission) => void
}

/** Actions available on a commission. The menu is rendered on first open. */
export function CommissionRowActions({ row, onAsk }: CommissionRowActionsProps) {
  const ask = (dialog: CommissionDialog) => () => onAsk(dialog, row)
  return (
    <div className="row-actions">
      {row.can.validate && (
        <RowButton look="quiet" onClick={ask('validate')}>
          {m.validate()}
        </RowButton>
      )}
      {row.can.pay && (
        <RowButton look="quiet" onClick={ask('pay')}>
          {m.markAsPaid()}
        </RowButton>
      )}
      <RowMenu label={m.moreAbout({ name: row.lead?.name ?? row.description })}>
        <Menu.Item onClick={ask('why')}>{row.disputeState ? m.whyAndDispute() : m.whyThisAmount()}</Menu.Item>
        {row.can.correct && <Menu.Item onClick={ask('correct')}>{m.correct()}</Menu.Item>}
        {row.can.hold && <Menu.Item onClick={ask('hold')}>{m.hold()}</Menu.Item>}
        {row.can.release && <Menu.Item onClick={ask('release')}>{m.release()}</Menu.Item>}
        {row.can.reverse && (
          <Menu.Item color="var(--danger-ink)" onClick={ask('reverse')}>
            {m.takeBack()}
          </Menu.Item>
        )}
        {row.can.remove && (
          <Menu.Item color="var(--danger-ink)" onClick={ask('remove')}>
            {m.remove()}
          </Menu.Item>
        )}
      </RowMenu>
    </div>
  )
}
