import { Alert, Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { formatEurosExact } from '#domain/money.ts'
import type { PlanRow } from './import-plan.ts'
import { totalsOf } from './import-plan.ts'
import { ImportTable } from './import-table.tsx'
import type { ImportScreenWords } from './import-messages.ts'
import { formatCount } from './import-messages.ts'

interface ImportReviewProps {
  readonly plan: readonly PlanRow[]
  readonly words: ImportScreenWords
  /** Staff see whose lead each row is. */
  readonly showPartner: boolean
  readonly onBack: () => void
  readonly onImport: (rows: readonly PlanRow[], includeKnown: boolean) => void
}

type Shown = 'all' | 'ready' | 'refused' | 'known'

/** The dry run: every row with its errors, the totals, and what the import would set in motion. */
export function ImportReview({ plan, words, showPartner, onBack, onImport }: ImportReviewProps) {
  const [includeKnown, setIncludeKnown] = useState(false)
  const [shown, setShown] = useState<Shown>('all')
  const totals = totalsOf(plan, includeKnown)
  const rows = shown === 'all' ? plan : plan.filter(({ outcome }) => outcome === shown)
  const chips: readonly (readonly [Shown, string, number])[] = [
    ['all', words.all, plan.length],
    ['ready', words.chips.ready, totals.ready],
    ['refused', words.chips.refused, totals.refused],
    ['known', words.chips.known, totals.known],
  ]
  return (
    <Stack>
      <Group gap="xs" role="group" aria-label={words.show}>
        {chips.map(([value, label, count]) => (
          <Button
            key={value}
            size="compact-sm"
            radius="xl"
            variant={shown === value ? 'filled' : 'default'}
            aria-pressed={shown === value}
            onClick={() => setShown(value)}
          >
            {label} · {formatCount(count)}
          </Button>
        ))}
      </Group>
      <ImportTable
        rows={rows}
        words={words}
        showPartner={showPartner}
        label={chips.find(([value]) => value === shown)?.[1] ?? words.all}
      />
      {totals.known > 0 && (
        <Checkbox
          label={words.includeKnown(totals.known)}
          checked={includeKnown}
          onChange={(event) => setIncludeKnown(event.currentTarget.checked)}
        />
      )}
      {totals.signed > 0 && (
        <Alert color="yellow" role="status">
          {words.signed(totals.signed, formatEurosExact(totals.signedCents))}
        </Alert>
      )}
      {totals.wanted.length === 0 && <Text>{words.nothing}</Text>}
      <Group justify="flex-end">
        <Button variant="default" onClick={onBack}>
          {words.back}
        </Button>
        <Button disabled={totals.wanted.length === 0} onClick={() => onImport(totals.wanted, includeKnown)}>
          {words.run(totals.wanted.length)}
        </Button>
      </Group>
    </Stack>
  )
}
