import { Alert, Button, Text } from '@mantine/core'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { toReviewLabel } from '../domain/main-contract-template.ts'
import { confirmReview } from './data.ts'
import classes from './templates.module.css'

/** Says that a text which came with the portal is a draft, until staff confirm that a lawyer has read it. */
export function ReviewNote({ templateId }: { templateId: string | null }) {
  const { busy, run } = useAction(async (id: string) => {
    await confirmReview(id)
    toastSuccess('Template confirmed', 'The mark is gone.')
  })
  return (
    <Alert color="yellow" title={toReviewLabel} classNames={{ title: classes.alertTitle ?? '' }} lang="fr">
      <Text fz="sm" lang="en">
        This text came with the portal. It is a draft: have your lawyer read it and adapt it before partners sign it.
      </Text>
      {templateId && (
        <WithRight right="programme">
          <Button mt="sm" size="compact-sm" variant="default" lang="en" loading={busy} onClick={() => run(templateId)}>
            Our lawyer has read it
          </Button>
        </WithRight>
      )}
    </Alert>
  )
}
