import { Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useEffect } from 'react'

/** A page's name, what it is for, and its main actions. It also names the browser tab. */
export function PageHeader({ title, subtitle, children }: { title: string; subtitle?: string; children?: ReactNode }) {
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <Group justify="space-between" align="flex-end" mb="lg" gap="md">
      <Stack gap={4}>
        <Title order={1} fz={{ base: 28, sm: 40 }}>
          {title}
        </Title>
        {subtitle && <Text c="var(--ink-soft)">{subtitle}</Text>}
      </Stack>
      {children && <Group gap="sm">{children}</Group>}
    </Group>
  )
}
