import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Commission } from '#contract/commissions.ts'
import { formatEurosExact } from '#domain/money.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { validateCommission } from './data.ts'

export type CommissionDialog = 'pay' | 'correct' | 'why' | 'remove'

/** What staff can do with a commission; what they cannot is not there. */
export function CommissionRowActions({ row, onAsk }: { row: Commission; onAsk: (dialog: CommissionDialog) => void }) {
  const [busy, setBusy] = useState(false)
  const validate = async () => {
    setBusy(true)
    try {
      await validateCommission(row.id)
      toastSuccess('Commission validated', `${formatEurosExact(row.amountCents)} for ${row.partner.name}`)
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Group gap={6} wrap="nowrap" justify="flex-end">
      {row.can.validate && (
        <Button size="compact-sm" loading={busy} onClick={() => void validate()}>
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
