import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#platform/domain/money.ts'
import { type PlanRow, sumUpPlan } from './import-plan.ts'
import { ImportTable } from './import-table.tsx'
import { formatCount, type ImportTexts } from './import-messages.ts'

interface ImportReviewProps {
  readonly plan: readonly PlanRow[]
  readonly texts: ImportTexts
  /** Shows the partner of each row. */
  readonly showPartner: boolean
  readonly onBack: () => void
  readonly onImport: (rows: readonly PlanRow[], includeDuplicates: boolean) => void
}

type OutcomeFilter = 'all' | 'ready' | 'refused' | 'duplicate'

/** Result of the dry run: rows with errors, totals, and the commissions that the import would create. */
export function ImportReview({ plan, texts, showPartner, onBack, onImport }: ImportReviewProps) {
  const [includeDuplicates, setIncludeDuplicates] = useState(false)
  const [filter, setFilter] = useState<OutcomeFilter>('all')
  const totals = sumUpPlan(plan, includeDuplicates)
  const rows = filter === 'all' ? plan : plan.filter(({ outcome }) => outcome === filter)
  const chips: readonly (readonly [OutcomeFilter, string, number])[] = [
    ['all', texts.all, plan.length],
    ['ready', texts.chips.ready, totals.ready],
    ['refused', texts.chips.refused, totals.refused],
    ['duplicate', texts.chips.duplicate, totals.duplicates],
  ]
  return (
    <Stack>
      <Group gap="xs" role="group" aria-label={texts.show}>
        {chips.map(([value, label, count]) => (
          <Button
            key={value}
            size="compact-sm"
            radius="xl"
            variant={filter === value ? 'filled' : 'default'}
            aria-pressed={filter === value}
            onClick={() => setFilter(value)}
          >
            {label} · {formatCount(count)}
          </Button>
        ))}
      </Group>
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
