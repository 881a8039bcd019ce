import { NativeSelect, Stack, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { NewsMail } from '#communication/lead-news/api/news.ts'
import { newsSettings, newsTimingLabels, newsTimings } from '#communication/lead-news/domain/news.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'
import { newsMailQuery, saveNewsMail } from './data.ts'

const choices = newsTimings.map((value) => ({ value, label: newsTimingLabels[value] }))

/** When each kind of news is mailed, saved immediately. */
export function NewsMailChoices() {
  const newsMail = useQuery(newsMailQuery)
  const [wished, setWished] = useState<ReadonlyMap<string, string>>(new Map())
  const wishes = useRef(0)

  const choose = async (choice: NewsMail) => {
    wishes.current += 1
    const mine = wishes.current
    setWished((before) => new Map(before).set(choice.kind, choice.timing))
    try {
      await saveNewsMail(choice)
    } catch (error) {
      toastFailure(m.error(), error)
    }
    // Ignore responses until the last of several saves is done.
    if (mine === wishes.current) setWished(new Map())
  }
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
                value={wished.get(kind) ?? timing}
                onChange={({ currentTarget: { value } }) =>
                  void choose({ kind, timing: newsTimings.find((each) => each === value) ?? timing })
                }
              />
            ))}
          </Stack>
        )}
      </QueryBoundary>
    </Stack>
  )
}
