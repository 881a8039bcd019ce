import { Alert, Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import type { RecurringSums } from '../api/rules.ts'
import { m } from '../messages/messages.ts'
import { endRecurring } from './data.ts'
import { recurringText } from './recurring-text.ts'

interface RecurringNoticeProps {
  readonly partner: { readonly id: string; readonly fullName: string }
  readonly recurring: RecurringSums
}

/** What clients' payments go on bringing a partner who was deleted or merged, and the way to end it. */
export function RecurringNotice({ partner: { id, fullName: name }, recurring }: RecurringNoticeProps) {
  const mayEnd = useRight('money')
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Alert role="status" mb="md" title={m.recurringTitle()}>
        <Text fz="sm" mb={mayEnd ? 'xs' : 0}>
          {recurringText(recurring)} {m.recurringOr()}
        </Text>
        {mayEnd && (
          <Button size="xs" variant="default" onClick={() => setAsking(true)}>
            {m.recurringEndNow()}
          </Button>
        )}
      </Alert>
      <ConfirmDialog
        opened={isAsking}
        title={m.recurringEndNow()}
        text={m.recurringEndText({ name })}
        action={m.recurringEndAction()}
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => announced(endRecurring(id), m.recurringEnded(), m.recurringEndedText({ name }))}
      />
    </>
  )
}
