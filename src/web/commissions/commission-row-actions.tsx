import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { Commission } from '#contract/commissions.ts'

export type CommissionDialog = 'validate' | 'pay' | 'correct' | 'why' | 'remove'

/** What staff can do with a commission; what they cannot is not there. */
export function CommissionRowActions({ row, onAsk }: { row: Commission; onAsk: (dialog: CommissionDialog) => void }) {
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {row.can.validate && (
        <Button size="compact-sm" onClick={() => onAsk('validate')}>
          Validate
        </Button>
      )}
      {row.can.pay && (
        <Button size="compact-sm" onClick={() => onAsk('pay')}>
          Mark as Paid
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`More about ${row.lead?.name ?? row.description}`}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => onAsk('why')}>Why this amount</Menu.Item>
          {row.can.correct && <Menu.Item onClick={() => onAsk('correct')}>Correct</Menu.Item>}
          {row.can.remove && (
            <Menu.Item color="var(--danger-ink)" onClick={() => onAsk('remove')}>
              Remove
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
}
