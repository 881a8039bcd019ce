import { Checkbox, Group, NativeSelect, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { NewsMailSettings } from '../api/news.ts'
import { reminderSteps } from '../domain/news-mail.ts'
import { m } from '../messages/messages.ts'
import { newsSettingsQuery, saveNewsSettings } from './data.ts'

const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: `${String(hour).padStart(2, '0')}:00` }))

/** Settings of staff: the hour of everybody's daily digest, and the automatic reminders. */
export function DigestHour() {
  const settings = useQuery(newsSettingsQuery)
  const save = (next: NewsMailSettings) => void saveNewsSettings(next).catch((error: unknown) => toastFailure(m.error(), error))
  return (
    <QueryBoundary query={settings} rows={2}>
      {(saved) => (
        <Stack gap="md">
          <NativeSelect
            label={m.digestHour()}
            description={m.digestHourHint()}
            data={hours}
            value={String(saved.digestHour)}
            onChange={({ currentTarget: { value } }) => save({ ...saved, digestHour: Number(value) })}
          />
          <Checkbox.Group
            label={m.reminders()}
            description={m.remindersHint()}
            value={saved.reminderDays.map(String)}
            onChange={(values) => save({ ...saved, reminderDays: reminderSteps.filter((days) => values.includes(String(days))) })}
          >
            <Group gap="lg" mt="xs">
              {reminderSteps.map((days) => (
                <Checkbox key={days} value={String(days)} label={m.daysAfter({ days })} />
              ))}
            </Group>
          </Checkbox.Group>
        </Stack>
      )}
    </QueryBoundary>
  )
}
