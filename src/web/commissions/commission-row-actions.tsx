import { Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Commission } from '#api/commissions.ts'
import { AnchoredMenu } from '../ui/anchored-menu.tsx'
import { RowButton } from '../ui/row-button.tsx'

export type CommissionDialog = 'validate' | 'pay' | 'correct' | 'why' | 'remove'

interface CommissionRowActionsProps {
  readonly row: Commission
  readonly onAsk: (dialog: CommissionDialog, row: Commission) => void
}

/** Actions available on a commission. The menu is rendered on first open. */
export function CommissionRowActions({ row, onAsk }: CommissionRowActionsProps) {
  const [menu, setMenu] = useState<HTMLElement | null>(null)
  const ask = (dialog: CommissionDialog) => () => onAsk(dialog, row)
  return (
    <div className="row-actions">
      {row.can.validate && <RowButton onClick={ask('validate')}>Validate</RowButton>}
      {row.can.pay && <RowButton onClick={ask('pay')}>Mark as Paid</RowButton>}
      <RowButton
        look="mark"
        aria-label={`More about ${row.lead?.name ?? row.description}`}
        aria-haspopup="menu"
        aria-expanded={false}
        onClick={({ currentTarget }) => setMenu(menu ? null : currentTarget)}
      >
        <IconDots size={18} aria-hidden="true" />
      </RowButton>
      {menu && (
        <AnchoredMenu button={menu} onClose={() => setMenu(null)}>
          <Menu.Item onClick={ask('why')}>Why this amount</Menu.Item>
          {row.can.correct && <Menu.Item onClick={ask('correct')}>Correct</Menu.Item>}
          {row.can.remove && (
            <Menu.Item color="var(--danger-ink)" onClick={ask('remove')}>
              Remove
            </Menu.Item>
          )}
        </AnchoredMenu>
      )}
    </div>
  )
}
