import { Button, Center, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export function PageLoading() {
  return (
    <Center mih="60vh" role="status" aria-label="Chargement">
      <Loader />
    </Center>
  )
}

/** Grey lines in the place of a list that is on its way. */
export function ListLoading({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Chargement">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}

/** Nothing here, what will come here, and the one button that starts it. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2} fz={20}>
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

/** A list could not be read: why, and another try. */
export function ErrorState({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert">
      <Title order={2} fz={20}>
        Impossible de charger ces données
      </Title>
      <Text c="var(--ink-soft)" maw={440}>
        {error.message}
      </Text>
      <Button variant="default" onClick={onRetry}>
        Réessayer
      </Button>
    </Stack>
  )
}

interface Asked<T> {
  readonly data: T | undefined
  readonly error: Error | null
  readonly refetch: () => unknown
}

/** The three states before a list is there, and the list. */
export function Loaded<T>({ query, children, rows }: { query: Asked<T>; children: (data: T) => ReactNode; rows?: number }) {
  if (query.data !== undefined) return children(query.data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <ListLoading {...(rows ? { rows } : {})} />
}
