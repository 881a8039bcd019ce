import { Alert, Button, Group, Text } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'

/** The labels of a form's fields; with a function that says a value where it is not read as it is typed. */
export type ConflictLabels = Readonly<Record<string, string | readonly [label: string, say: (value: never) => string]>>

/** What somebody else has saved in fields that were typed into, and what may become of it. */
export interface EditConflict {
  readonly fields: readonly { readonly label: string; readonly value: string }[]
  readonly keepLocal: () => void
  readonly takeRemote: () => void
}

interface Conflicts extends Omit<EditConflict, 'fields'> {
  readonly conflicts: readonly string[]
}

/** What there is to ask about a draft; null without a conflict. `now`: its fields as they are stored. */
export function editConflictOf(
  { conflicts, keepLocal, takeRemote }: Conflicts,
  now: Readonly<Record<string, unknown>>,
  labels: ConflictLabels = {},
): EditConflict | null {
  if (conflicts.length === 0) return null
  const fields = conflicts.map((name) => {
    const [label = name, say = asText] = [labels[name]].flat() as [string?, ((value: unknown) => string)?]
    return { label, value: say(now[name]) }
  })
  return { fields, keepLocal, takeRemote }
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? m.yes() : m.no()
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value).map(asText).join(', ')
}

/** Somebody else has saved what is being edited: the input stays, what they saved stands here, and whoever typed chooses. */
export function ChangedByOther({ fields, keepLocal, takeRemote }: EditConflict) {
  return (
    <Alert color="yellow" role="alert" title={m.changedByOther()} styles={{ title: { color: 'var(--ink)' } }}>
      {fields.map(({ label, value }) => (
        <Text key={label} fz="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {m.valueNow({ label, value: value || m.valueEmpty() })}
        </Text>
      ))}
      <Text fz="sm" my="sm">
        {m.changedByOtherText()}
      </Text>
      <Group gap="sm">
        <Button size="compact-sm" variant="default" onClick={keepLocal}>
          {m.keepMine()}
        </Button>
        <Button size="compact-sm" variant="default" onClick={takeRemote}>
          {m.takeTheirs()}
        </Button>
      </Group>
    </Alert>
  )
}
