import { Button, Group } from '@mantine/core'

interface OutcomeChipsProps<Outcome extends string> {
  /** Label and number of rows of each outcome; null: all of them. */
  readonly chips: readonly (readonly [outcome: Outcome | null, label: string, count: number])[]
  readonly choice: Outcome | null
  readonly onChoose: (outcome: Outcome | null) => void
}

/** Filters the rows of a file by what became of them. */
export function OutcomeChips<Outcome extends string>({ chips, choice, onChoose }: OutcomeChipsProps<Outcome>) {
  return (
    <Group gap="xs" role="group" aria-label="Show">
      {chips.map(([outcome, label, count]) => (
        <Button
          key={label}
          size="compact-sm"
          radius="xl"
          variant={choice === outcome ? 'filled' : 'default'}
          aria-pressed={choice === outcome}
          onClick={() => onChoose(outcome)}
        >
          {label} · {count}
        </Button>
      ))}
    </Group>
  )
}
