import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { OutcomeChips } from '#platform/web/ui/page/outcome-chips.tsx'
import type { ImportTexts } from './import-messages.ts'
import { type PlanRow, sumUpPlan } from './import-plan.ts'
import { ImportTable } from './import-table.tsx'

interface ImportReviewProps {
  readonly plan: readonly PlanRow[]
  readonly texts: ImportTexts
  /** Shows the partner of each row. */
  readonly showPartner: boolean
  readonly onBack: () => void
  readonly onImport: (rows: readonly PlanRow[], includeDuplicates: boolean) => void
}

type OutcomeFilter = 'ready' | 'refused' | 'duplicate'

/** Result of the dry run: rows with errors, totals, and the commissions that the import would create. */
export function ImportReview({ plan, texts, showPartner, onBack, onImport }: ImportReviewProps) {
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const [filter, setFilter] = useState<OutcomeFilter | null>(null)
  const totals = sumUpPlan(plan, includeDuplicates)
  const rows = filter ? plan.filter(({ outcome }) => outcome === filter) : plan
  const chips: readonly (readonly [OutcomeFilter | null, string, number])[] = [
    [null, texts.all, plan.length],
    ['ready', texts.chips.ready, totals.ready],
    ['refused', texts.chips.refused, totals.refused],
    ['duplicate', texts.chips.duplicate, totals.duplicates],
  ]
  return (
    <Stack>
      <OutcomeChips label={texts.show} chips={chips} choice={filter} onChoose={setFilter} />
      <ImportTable
        rows={rows}
        texts={texts}
        showPartner={showPartner}
        label={chips.find(([value]) => value === filter)?.[1] ?? texts.all}
      />
      {totals.duplicates > 0 && (
        <Checkbox
          label={texts.includeDuplicates(totals.duplicates)}
          checked={includeDuplicates}
          onChange={(event) => setIncludeDuplicates(event.currentTarget.checked)}
        />
      )}
      {totals.signed > 0 && (
        <Alert color="yellow" role="status">
          {texts.signed(totals.signed, formatEurosExact(totals.signedCents))}
        </Alert>
      )}
      {totals.rowsToSend.length === 0 && <Text>{texts.nothing}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
        <Button disabled={totals.rowsToSend.length === 0} onClick={() => onImport(totals.rowsToSend, includeDuplicates)}>
          {texts.run(totals.rowsToSend.length)}
        </Button>
      </Group>
    </Stack>
  )
}
