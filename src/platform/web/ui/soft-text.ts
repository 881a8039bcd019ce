import { Text } from '@mantine/core'

/** Small, dimmed text that explains or dates something beside it. */
export const SoftText = Text.withProps({ fz: 'sm', c: 'var(--ink-soft)' })
