import { Button, Group, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconDownload } from '#platform/web/ui/icons.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { type ProcessingRecord, recordSections } from '../domain/record.ts'
import { m } from '../messages/messages.ts'
import { recordQuery } from './data.ts'

/** The record of processing (GDPR, art. 30), as it is with these settings. */
export function RegisterTab() {
  const record = useQuery(recordQuery)
  return (
    <section aria-labelledby="record-of-processing">
      <Group justify="space-between" mt="xl" mb="md">
        <Title id="record-of-processing" order={2} fz={20}>
          {m.recordOfProcessing()}
        </Title>
        <Button
          component="a"
          href="/api/people-data/record.md"
          download="record.md"
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {m.downloadRecord()}
        </Button>
      </Group>
      <QueryBoundary query={record} rows={8}>
        {(read: ProcessingRecord) => (
          <div style={{ display: 'grid', gap: 16 }}>
            {recordSections(read).map(({ title, rows }) => (
              <FactCard
                key={title}
                title={title}
                facts={rows.map(
                  ([name, text]) =>
                    [
                      name,
                      <span key={name} style={{ whiteSpace: 'pre-line' }}>
                        {text}
                      </span>,
                    ] as const,
                )}
              />
            ))}
          </div>
        )}
      </QueryBoundary>
    </section>
  )
}
