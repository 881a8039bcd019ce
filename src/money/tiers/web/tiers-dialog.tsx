import { Button, Group, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ChangedByOther } from '#platform/web/app/forms/changed-by-other.tsx'
import { forgetDraft } from '#platform/web/app/forms/draft.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditableTier, TiersPreview } from '../api/tier-changes.ts'
import { m } from '../messages/messages.ts'
import { editableTiersQuery, previewTiers, saveTiers } from './data.ts'
import { TierRows } from './tier-rows.tsx'
import classes from './tiers-dialog.module.css'
import { type Draft, tiersDraft, useTiersForm } from './tiers-form.ts'
import { TiersReview } from './tiers-review.tsx'

interface EditorProps {
  readonly latest: readonly EditableTier[]
  readonly onDirty: (dirty: boolean) => void
  readonly onClose: () => void
}

function Editor({ latest, onDirty, onClose }: EditorProps) {
  const form = useTiersForm(latest)
  useEffect(() => onDirty(!form.untouched), [form.untouched, onDirty])
  const [review, setReview] = useState<{ tiers: readonly Draft[]; preview: TiersPreview } | null>(null)
  const { busy, run: whileBusy } = useAction(
    async (work: () => Promise<void>) => {
      await work()
    },
    (error) => {
      setReview(null)
      if (error instanceof ApiError && error.code === 'invalid_input') form.show(error.fields)
      else toastFailure(m.error(), error)
    },
  )

  const look = () => {
    const tiers = form.checked()
    if (tiers && !busy) whileBusy(async () => setReview({ tiers, preview: await previewTiers({ tiers: [...tiers] }) }))
  }
  const save = (tiers: readonly Draft[]) =>
    whileBusy(async () => {
      await saveTiers({ tiers: [...tiers], expected: [...form.base] })
      toastSuccess(m.tiersSaved(), m.partnersSeeThem())
      onClose()
    })

  if (review && !form.remoteTiers) {
    return (
      <TiersReview
        before={form.base}
        after={review.tiers}
        preview={review.preview}
        busy={busy}
        onBack={() => setReview(null)}
        onSave={() => save(review.tiers)}
      />
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        look()
      }}
    >
      <Stack gap="md">
        <SoftText>{latest.length === 0 ? m.noTiers() : m.tiersLead()}</SoftText>
        {form.remoteTiers && <ChangedByOther fields={[]} keepLocal={form.keepLocal} takeRemote={form.takeRemote} />}
        <div className={classes.rows}>
          <TierRows form={form} />
        </div>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {m.cancel()}
          </Button>
          <WithRight right="programme" explained>
            <Button type="submit" loading={busy} disabled={form.unchanged || form.remoteTiers !== null}>
              {m.reviewChanges()}
            </Button>
          </WithRight>
        </Group>
      </Stack>
    </form>
  )
}

/** Dialog for editing names, thresholds and rates, with a review of who changes tier. */
export default function TiersDialog({ onClose }: { onClose: () => void }) {
  const query = useQuery({ ...editableTiersQuery, staleTime: 0 })
  const [dirty, setDirty] = useState(false)
  const close = () => {
    forgetDraft(tiersDraft)
    onClose()
  }
  return (
    <Dialog onClose={close} dirty={dirty} size={720} title={m.commissionTiers()}>
      <QueryBoundary query={query}>{({ tiers }) => <Editor latest={tiers} onDirty={setDirty} onClose={close} />}</QueryBoundary>
    </Dialog>
  )
}
