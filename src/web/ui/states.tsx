import { Button, Center, Loader, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useDeferredValue } from 'react'

export function PageLoading() {
  return (
    <Center mih="60vh" role="status" aria-label="Chargement" lang="fr">
      <Loader />
    </Center>
  )
}

/** Grey lines in the place of a list that is on its way. */
export function ListLoading({ rows = 5, height = 44 }: { rows?: number; height?: number }) {
  return (
    <Stack gap="sm" role="status" aria-label="Chargement" lang="fr">
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <Skeleton key={index} height={height} radius="md" />
      ))}
    </Stack>
  )
}

interface EmptyStateProps {
  readonly title: string
  readonly text?: string
  /** Of its words, where it is not the page's. */
  readonly lang?: 'fr'
  readonly children?: ReactNode
}

/** Nothing here, what will come here, and the one button that starts it. */
export function EmptyState({ title, text, lang, children }: EmptyStateProps) {
  return (
    <Stack lang={lang} align="center" gap="xs" py={48} px="md" ta="center">
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
    <Stack align="center" gap="xs" py={48} px="md" ta="center" role="alert" lang="fr">
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
export function QueryBoundary<T>({
  query,
  children,
  rows,
}: {
  query: Asked<T>
  children: (data: T) => ReactNode
  rows?: number
}) {
  // Deferred: the rows of a new answer are made in slices between which the browser answers, not in one long task.
  const data = useDeferredValue(query.data)
  if (data !== undefined) return children(data)
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return <ListLoading {...(rows ? { rows } : {})} />
}
