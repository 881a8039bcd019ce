import { Text } from '@mantine/core'

/** What explains or dates something beside it: small and dimmed. */
export const SoftText = Text.withProps({ fz: 'sm', c: 'var(--ink-soft)' })
