import { Button, Group } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'
import { formatCount } from '../counts.ts'

interface OutcomeChipsProps<Outcome extends string> {
  /** Label and number of rows of each outcome; null: all of them. */
  readonly chips: readonly (readonly [outcome: Outcome | null, label: string, count: number])[]
  readonly choice: Outcome | null
  readonly onChoose: (outcome: Outcome | null) => void
  /** Names the group, if its language is not English. */
  readonly label?: string
}

/** Filters the rows of a file by what became of them. */
export function OutcomeChips<Outcome extends string>({ chips, choice, onChoose, label = m.show() }: OutcomeChipsProps<Outcome>) {
  return (
    <Group gap="xs" role="group" aria-label={label}>
      {chips.map(([outcome, name, count]) => (
        <Button
          key={name}
          size="compact-sm"
          radius="xl"
          variant={choice === outcome ? 'filled' : 'default'}
          aria-pressed={choice === outcome}
          onClick={() => onChoose(outcome)}
        >
          {name} · {formatCount(count)}
        </Button>
      ))}
    </Group>
  )
}
