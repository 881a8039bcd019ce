import { Alert, Button, Text } from '@mantine/core'
import { WithRight } from '#access/web/with-right.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { m } from '../messages/messages.ts'
import { confirmReview } from './data.ts'
import classes from './templates.module.css'

/** Says that a text which came with the portal is a draft, until staff confirm that a lawyer has read it. */
export function ReviewNote({ templateId }: { templateId: string | null }) {
  const { busy, run } = useAction(async (id: string) => {
    await confirmReview(id)
    toastSuccess(m.templateConfirmed(), m.markGone())
  })
  return (
    <Alert color="yellow" title={m.toReview()} classNames={{ title: classes.alertTitle ?? '' }}>
      <Text fz="sm">{m.shippedDraft()}</Text>
      {templateId && (
        <WithRight right="programme">
          <Button mt="sm" size="compact-sm" variant="default" loading={busy} onClick={() => run(templateId)}>
            {m.lawyerHasReadIt()}
          </Button>
        </WithRight>
      )}
    </Alert>
  )
}

/** Says that the commission rules have changed since a text was written which states them in its own words. */
export const OlderNote = () => (
  <Alert color="yellow" title={m.olderThanRules()} classNames={{ title: classes.alertTitle ?? '' }}>
    <Text fz="sm">{m.olderThanRulesHint()}</Text>
  </Alert>
)
