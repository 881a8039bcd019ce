import { Text, Textarea, type TextareaProps } from '@mantine/core'
import { m } from '#platform/messages/messages.ts'

interface LongTextProps extends Omit<TextareaProps, 'maxLength' | 'value'> {
  readonly value?: string
  /** How many characters are accepted. */
  readonly max: number
}

/**
 * A text of several lines. Nothing that is typed or pasted is cut: a counter tells how much there is once the limit comes near,
 * and sending says what is too long.
 */
export function LongText({ max, value = '', ...props }: LongTextProps) {
  const { length } = value
  return (
    <div>
      <Textarea autosize {...props} value={value} />
      {length > max * 0.8 && (
        <Text className="figure" fz={12} mt={4} ta="right" c={length > max ? 'var(--mantine-color-error)' : 'var(--ink-soft)'}>
          {m.charactersOf({ length, max })}
        </Text>
      )}
    </div>
  )
}
