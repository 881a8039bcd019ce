import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { useProofQuestion } from '#platform/web/app/forms/proof-question.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import type { ImportOutcome } from '../domain/imports.ts'
import { m } from '../messages/messages.ts'
import type { KindHere } from './choices.ts'
import { applyImport, discardImport, type ReadImport } from './data.ts'
import { ImportRows } from './import-rows.tsx'
import { ImportSums } from './import-sums.tsx'

interface ReviewStepProps {
  readonly here: KindHere
  readonly read: ReadImport
  readonly onDiscarded: () => void
}

const words = { title: m.confirmItIsYou(), text: m.rolesNeedProof(), action: m.importOwn(), errorTitle: m.error() }

/** What applying would do: rows by what becomes of them, sums, and what is taken only where it is wanted. */
export function ReviewStep({ here, read, onDiscarded }: ReviewStepProps) {
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const [includeUnexpected, setIncludeUnexpected] = useState(false)
  const { withProof, dialog } = useProofQuestion()
  const stages = useStages()
  const count = (outcome: ImportOutcome) => read.counts[outcome] ?? 0
  const { unexpected } = read
  // What brings nobody anything needs no second thought.
  const asksAbout = unexpected.commissionCents > 0 ? unexpected.count : 0
  const signed = read.sums.filter(
    ({ outcome, status }) =>
      here.kind === 'leads' && status === wonStage && (outcome === 'ready' || (includeDuplicates && outcome === 'duplicate')),
  )
  const signedCount = signed.reduce((sum, each) => sum + each.count, 0)
  const ready = count('ready') + (includeDuplicates ? count('duplicate') : 0) - (includeUnexpected ? 0 : asksAbout)
  const { busy, run: apply } = useAction(() =>
    withProof(words, (proof) =>
      applyImport(read.id, { ...proof, includeDuplicates, seenCents: includeUnexpected ? unexpected.commissionCents : 0 }),
    ),
  )
  const { busy: discarding, run: discard } = useAction(async () => {
    await discardImport(read.id)
    onDiscarded()
  })
  return (
    <Stack>
      <ImportRows here={here} read={read} />
      <ImportSums here={here} read={read} />
      {count('duplicate') > 0 && here.kind === 'leads' && (
        <Checkbox
          label={m.includeDuplicates({ count: count('duplicate'), shown: formatCount(count('duplicate')) })}
          checked={includeDuplicates}
          onChange={({ currentTarget }) => setIncludeDuplicates(currentTarget.checked)}
        />
      )}
      {asksAbout > 0 && (
        <Checkbox
          label={m.recordAbove({
            count: asksAbout,
            commissions: formatEurosExact(unexpected.commissionCents),
            partners: unexpected.partners.join(', '),
          })}
          checked={includeUnexpected}
          onChange={({ currentTarget }) => setIncludeUnexpected(currentTarget.checked)}
        />
      )}
      {signedCount > 0 && (
        <Alert color="yellow" role="status">
          {m.signedRows({
            count: signedCount,
            shown: formatCount(signedCount),
            stage: stageName(stages, wonStage),
            sum: formatEurosExact(signed.reduce((sum, each) => sum + each.amountCents, 0)),
          })}
        </Alert>
      )}
      <Text>{ready > 0 ? m.nobodyIsTold() : count('refused') + count('ready') > 0 ? m.noneImportable() : m.allAreHere()}</Text>
      <Group justify="flex-end">
        <Button variant="default" loading={discarding} onClick={discard}>
          {m.discardImport()}
        </Button>
        <Button disabled={ready === 0} loading={busy} onClick={apply}>
          {m.importRows({ count: ready, shown: formatCount(ready) })}
        </Button>
      </Group>
      {dialog}
    </Stack>
  )
}
