/** First comes the setup, which the child answers with 'ready'; then tasks, one at a time. */
export type ToChild<Setup, Task> = { readonly setup: Setup } | { readonly task: Task }

export type FromChild<Result> = 'ready' | { readonly result: Result } | { readonly failed: string }
