import { NativeSelect, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { NewsMail } from '#communication/lead-news/api/news.ts'
import { newsSettings, newsTimingLabels, newsTimings } from '#communication/lead-news/domain/news.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { newsMailQuery, saveNewsMail } from './data.ts'
import { useWishes } from './use-wishes.ts'

const choices = newsTimings.map((value) => ({ value, label: newsTimingLabels[value] }))

/** When each kind of news is mailed, saved immediately. */
export function NewsMailChoices() {
  const newsMail = useQuery(newsMailQuery)
  const { wishes, wish } = useWishes((kind: NewsMail['kind'], timing: NewsMail['timing']) => saveNewsMail({ kind, timing }))
  return (
    <Stack gap="md">
      <Title order={3} fz={16}>
        {m.news()}
      </Title>
      <SoftText>{m.newsHint()}</SoftText>
      <QueryBoundary query={newsMail} rows={3}>
        {({ kinds }) => (
          <Stack gap="md">
            {kinds.map(({ kind, timing }) => (
              <NativeSelect
                key={kind}
                label={newsSettings[kind].label}
                description={newsSettings[kind].when}
                data={choices}
                value={wishes.get(kind) ?? timing}
                onChange={({ currentTarget: { value } }) => void wish(kind, newsTimings.find((each) => each === value) ?? timing)}
              />
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  )
}
