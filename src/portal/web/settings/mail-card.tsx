import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { relativeDate } from '#platform/web/ui/dates.ts'
import { m } from '#portal/messages/messages.ts'
import { checklistQuery } from '#provider/checklist/web/data.ts'
import { sendTestMail } from '#provider/checklist/web/send-test-mail.ts'
import { CardFrame } from '#provider/settings/web/card-frame.tsx'

/** Whether mail leaves: what the mail server said last, and a test. */
export function MailCard({ isMarked }: { readonly isMarked: boolean }) {
  const setsUp = useRight('programme')
  const { data, refetch } = useQuery({ ...checklistQuery, enabled: setsUp })
  const { busy, run: test } = useAction(() => sendTestMail(refetch))
  const tested = data?.mailTest ? relativeDate(data.mailTest.at, new Date()) : null
  return (
    <CardFrame
      card="mail"
      isMarked={isMarked}
      facts={setsUp ? [[m.lastTest(), tested ?? (data ? null : '…')]] : []}
      action={
        <Button variant="default" size="xs" disabled={busy} onClick={() => test()}>
          {m.sendMeTest()}
        </Button>
      }
    >
      {data?.mailTrouble && (
        <Text fz="sm" c="var(--danger-ink)" style={{ overflowWrap: 'anywhere' }}>
          {data.mailTrouble}
        </Text>
      )}
    </CardFrame>
  )
}
