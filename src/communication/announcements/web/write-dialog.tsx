import { Button, Group, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { announcementForm } from '../api.ts'
import type { AnnouncementAudience } from '../domain.ts'
import { announcementAudienceLabels, announcementAudiences, maxAnnouncementText, maxAnnouncementTitle } from '../domain.ts'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { useDraftForm } from '#platform/web/app/draft-form.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { tiersQuery } from '#money/tiers/web/data.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { optionsOf } from '#platform/web/ui/list-filter.tsx'
import { AnnouncementText } from './announcement-text.tsx'
import classes from './announcements.module.css'
import { audienceQuery, publish } from './data.ts'
import { announcementDraft } from './draft-name.ts'

const counted = (count: number) => (count === 1 ? '1 partner' : `${count} partners`)

const initial = { title: '', text: '', link: '', endsOn: '', audience: 'all' as AnnouncementAudience, tierId: '' }

/** Writes an announcement, shows it as its recipients will see it, and publishes it. Mounted only while open. */
export default function WriteDialog({ onClose }: { readonly onClose: () => void }) {
  const [isPreview, setPreview] = useState(false)
  const form = useDraftForm({
    draft: announcementDraft,
    shape: announcementForm,
    initial,
    wire: ({ link, endsOn, audience, tierId, ...rest }) => ({
      ...rest,
      link: link.trim() === '' ? null : link.trim(),
      endsOn: endsOn === '' ? null : endsOn,
      audience,
      tierId: audience === 'tier' && tierId !== '' ? tierId : null,
    }),
    faultTitle: 'Validation error',
    // The first press shows what is sent by the second one.
    send: async (input: z.output<typeof announcementForm>) => {
      if (!isPreview) return setPreview(true)
      const { recipients } = await publish(input)
      toastSuccess('Announcement published', `To ${counted(recipients)}`)
      form.reset()
      onClose()
    },
    onFailure: (error) => {
      setPreview(false)
      toastFailure('Error', error)
    },
  })
  const { title, text, link, endsOn, audience, tierId } = form.values
  const tiers = useQuery(tiersQuery)
  const reached = useQuery(audienceQuery(audience, audience === 'tier' && tierId !== '' ? tierId : null))
  const count = reached.data?.recipients
  return (
    <Dialog onClose={onClose} filled={form.filled} title={isPreview ? 'Preview' : 'New announcement'} size="lg">
      <form onSubmit={form.onSubmit} noValidate>
        {isPreview ? (
          <Stack>
            <Text fz="sm" c="var(--ink-soft)">
              What {count === undefined ? 'its recipients' : counted(count)} will read, in the portal and by mail.
            </Text>
            <section className={classes.preview} aria-label="Preview">
              <h3 lang="fr">{title}</h3>
              <AnnouncementText
                announcement={{ text, link: link.trim() || null, endsOn: endsOn === '' ? null : endsOn, publishedAt: null }}
              />
            </section>
            <Group justify="flex-end">
              <Button variant="default" onClick={() => setPreview(false)}>
                Back
              </Button>
              <Button type="submit" loading={form.busy} disabled={count === 0}>
                {count === undefined ? 'Publish' : `Publish to ${counted(count)}`}
              </Button>
            </Group>
          </Stack>
        ) : (
          <Stack>
            <TextInput label="Title" required maxLength={maxAnnouncementTitle} data-autofocus {...form.text('title')} />
            <Textarea
              label="Text"
              description="An empty line begins a paragraph."
              required
              autosize
              minRows={5}
              maxRows={14}
              maxLength={maxAnnouncementText}
              {...form.text('text')}
            />
            <TextInput label="Link" type="url" placeholder="https://" {...form.text('link')} />
            <TextInput
              label="Shown until"
              description="Partners who join before that day see it too, if it is for all. Empty: until it is read."
              type="date"
              min={dayInputText(new Date())}
              {...form.text('endsOn')}
            />
            <Group grow align="flex-start">
              <Select
                label="To"
                data={optionsOf(announcementAudiences, announcementAudienceLabels)}
                allowDeselect={false}
                value={audience}
                onChange={(value) => form.set('audience', announcementAudiences.find((each) => each === value) ?? 'all')}
              />
              {audience === 'tier' && (
                <Select
                  label="Tier"
                  data-field="tierId"
                  required
                  data={(tiers.data?.tiers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
                  allowDeselect={false}
                  value={tierId || null}
                  error={form.faults.tierId}
                  onChange={(value) => form.set('tierId', value ?? '')}
                />
              )}
            </Group>
            <Text fz="sm" c="var(--ink-soft)" role="status">
              {audience === 'dormant' && `Without a lead for ${dormantAfterDays} days. `}
              {count === undefined ? '' : count === 0 ? 'Nobody is in this audience now.' : `${counted(count)} now.`}
            </Text>
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                Cancel
              </Button>
              <Button type="submit" disabled={count === 0}>
                Preview
              </Button>
            </Group>
          </Stack>
        )}
      </form>
    </Dialog>
  )
}
