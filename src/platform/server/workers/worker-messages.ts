import type { Reading } from '#platform/domain/languages.ts'

/** Protocol: the setup first, answered with 'ready', then one task at a time. */
export type ToChild<Setup, Task> = { readonly setup: Setup } | { readonly task: Task; readonly reading: Reading }

export type FromChild<Result> = 'ready' | { readonly result: Result } | { readonly failed: string }
