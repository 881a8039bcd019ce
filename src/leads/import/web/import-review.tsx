import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { stageName, useStages } from '#leads/lead-settings/web/data.ts'
import { wonStage } from '#leads/stages/domain/stages.ts'
import { formatEurosExact } from '#platform/domain/money.ts'
import { m as common } from '#platform/messages/messages.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import { m } from '../messages/messages.ts'
import { type PlanRow, sumUpPlan } from './import-plan.ts'
import { ImportTable } from './import-table.tsx'

interface ImportReviewProps {
  readonly plan: readonly PlanRow[]
  /** Shows the partner of each row. */
  readonly showPartner: boolean
  readonly onBack: () => void
  readonly onImport: (rows: readonly PlanRow[], includeDuplicates: boolean) => void
}

type OutcomeFilter = 'ready' | 'refused' | 'duplicate'

/** Result of the dry run: rows with errors, totals, and the commissions that the import would create. */
export function ImportReview({ plan, showPartner, onBack, onImport }: ImportReviewProps) {
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const [filter, setFilter] = useState<OutcomeFilter | null>(null)
  const totals = sumUpPlan(plan, includeDuplicates)
  const rows = filter ? plan.filter(({ outcome }) => outcome === filter) : plan
  const chips: readonly (readonly [OutcomeFilter | null, string, number])[] = [
    [null, m.all(), plan.length],
    ['ready', m.ready(), totals.ready],
    ['refused', m.toCorrect(), totals.refused],
    ['duplicate', m.duplicates(), totals.duplicates],
  ]
  const stages = useStages()
  return (
    <Stack>
      <OutcomeChips label={m.show()} chips={chips} choice={filter} onChoose={setFilter} />
      <ImportTable rows={rows} showPartner={showPartner} label={chips.find(([value]) => value === filter)?.[1] ?? m.all()} />
      {totals.duplicates > 0 && (
        <Checkbox
          label={m.includeDuplicates({ count: totals.duplicates, shown: formatCount(totals.duplicates) })}
          checked={includeDuplicates}
          onChange={(event) => setIncludeDuplicates(event.currentTarget.checked)}
        />
      )}
      {totals.signed > 0 && (
        <Alert color="yellow" role="status">
          {m.signedRows({
            count: totals.signed,
            shown: formatCount(totals.signed),
            stage: stageName(stages, wonStage),
            sum: formatEurosExact(totals.signedCents),
          })}
        </Alert>
      )}
      {totals.rowsToSend.length === 0 && <Text>{m.noneImportable()}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {common.back()}
        </Button>
        <Button disabled={totals.rowsToSend.length === 0} onClick={() => onImport(totals.rowsToSend, includeDuplicates)}>
          {m.importRows({ count: totals.rowsToSend.length, shown: formatCount(totals.rowsToSend.length) })}
        </Button>
      </Group>
    </Stack>
  )
}
