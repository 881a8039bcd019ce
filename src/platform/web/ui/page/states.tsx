import { Button, Center, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useDeferredValue } from 'react'
import { m } from '#platform/messages/messages.ts'

export function PageLoading() {
  return (
    <Center mih="60vh" role="status" aria-label={m.loading()}>
      <Loader />
    </Center>
  )
}

/** Skeleton of a loading list. */
export function ListLoading({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label={m.loading()}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}

interface EmptyStateProps {
  readonly title: string
  /** The language of the title, where it is another one than the page's. */
  readonly lang?: string | undefined
  readonly text?: string
  readonly children?: ReactNode
}

/** Empty state with an explanation and the first action. */
export function EmptyState({ title, lang, text, children }: EmptyStateProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title lang={lang} order={2} fz={20}>
        {title}
      </Title>
      {text && (
        <Text c="var(--ink-soft)" maw={440}>
          {text}
        </Text>
      )}
      {children}
    </Stack>
  )
}

export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <Title order={2} fz={20}>
        {m.dataNotLoaded()}
      </Title>
      <Text c="var(--ink-soft)" maw={440}>
        {error.message}
      </Text>
      <Button lang={m.retry.lang} variant="default" onClick={onRetry}>
        {m.retry()}
      </Button>
    </Stack>
  )
}

interface QueryState<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** Renders a query: loading, error, empty, or its data. */
export function QueryBoundary<T>({
  query,
  children,
  rows,
}: {
  query: QueryState<T>
  children: (data: T) => ReactNode
  rows?: number
}) {
  // Deferred, so that rendering new rows is interruptible instead of one long task.
  const data = useDeferredValue(query.data)
  if (data !== undefined) return children(data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <ListLoading {...(rows ? { rows } : {})} />
}
