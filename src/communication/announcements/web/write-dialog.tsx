import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type * as z from 'zod/mini'
import { dormantAfterDays } from '#accounts/people/domain.ts'
import { tiersQuery } from '#money/tiers/web/data.ts'
import { useDraftForm } from '#platform/web/app/forms/draft-form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayInputText } from '#platform/web/ui/dates.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { announcementForm } from '../api.ts'
import { type AnnouncementAudience, announcementAudienceLabels, announcementAudiences, maxAnnouncementText } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { AnnouncementText } from './announcement-text.tsx'
import classes from './announcements.module.css'
import { audienceQuery, publish } from './data.ts'
import { announcementDraft } from './draft-name.ts'

const countText = (count: number) => m.partnerCount({ count })

const initial = { title: '', text: '', link: '', endsOn: '', audience: 'all' as AnnouncementAudience, tierId: '' }

/** The form, whose first press shows what is sent by the second one. */
function useAnnouncementForm(isPreview: boolean, setPreview: (on: boolean) => void, onClose: () => void) {
  const form = useDraftForm({
    draft: announcementDraft,
    shape: announcementForm,
    initial,
    toRequestBody: ({ link, endsOn, audience, tierId, ...rest }) => ({
      ...rest,
      link: link.trim() === '' ? null : link.trim(),
      endsOn: endsOn === '' ? null : endsOn,
      audience,
      tierId: audience === 'tier' && tierId !== '' ? tierId : null,
    }),
    errorTitle: m.validationError(),
    send: async (input: z.output<typeof announcementForm>) => {
      if (!isPreview) return setPreview(true)
      const { recipients } = await publish(input)
      toastSuccess(m.announcementPublished(), m.toRecipients({ recipients: countText(recipients) }))
      form.reset()
      onClose()
    },
    onFailure: (error) => {
      setPreview(false)
      toastFailure(m.error(), error)
    },
  })
  return form
}

interface PartProps {
  readonly form: ReturnType<typeof useAnnouncementForm>
  /** How many it reaches; undefined until it is known. */
  readonly count: number | undefined
}

function Fields({ form, count }: PartProps) {
  const { audience, tierId } = form.values
  const tiers = useQuery(tiersQuery)
  const audiences = announcementAudiences.filter((each) => each !== 'tier' || audience === each || tiers.data?.tiers.length !== 0)
  return (
    <>
      <TextInput label={m.title()} required {...form.text('title')} />
      <LongText
        label={m.text()}
        description={m.paragraphHint()}
        required
        minRows={5}
        maxRows={14}
        max={maxAnnouncementText}
        {...form.text('text')}
      />
      <TextInput label={m.link()} type="url" placeholder="https://" {...form.text('link')} />
      <TextInput
        label={m.shownUntil()}
        description={m.shownUntilHint()}
        type="date"
        min={dayInputText(new Date())}
        {...form.text('endsOn')}
      />
      <Group grow align="flex-start">
        <Select
          label={m.to()}
          data={optionsOf(audiences, announcementAudienceLabels)}
          allowDeselect={false}
          value={audience}
          onChange={(value) => form.set('audience', announcementAudiences.find((each) => each === value) ?? 'all')}
        />
        {audience === 'tier' && (
          <Select
            label={m.tier()}
            data-field="tierId"
            required
            data={(tiers.data?.tiers ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            allowDeselect={false}
            value={tierId || null}
            error={form.errors.tierId}
            onChange={(value) => form.set('tierId', value ?? '')}
          />
        )}
      </Group>
      <SoftText role="status">
        {audience === 'dormant' && `${m.withoutLead({ days: dormantAfterDays })} `}
        {count === undefined ? '' : count === 0 ? m.nobodyNow() : m.partnersNow({ partners: countText(count) })}
      </SoftText>
    </>
  )
}

function Preview({ form, count }: PartProps) {
  const { title, text, link, endsOn } = form.values
  return (
    <>
      <SoftText>{count === undefined ? m.previewForAll() : m.previewText({ count })}</SoftText>
      <MailNote />
      <section className={classes.preview} aria-label={m.preview()}>
        <h3>{title}</h3>
        <AnnouncementText
          announcement={{ text, link: link.trim() || null, endsOn: endsOn === '' ? null : endsOn, publishedAt: null }}
        />
      </section>
    </>
  )
}

/** Writes an announcement, shows it as its recipients will see it, and publishes it. */
export default function WriteDialog({ onClose }: { readonly onClose: () => void }) {
  const [isPreview, setPreview] = useState(false)
  const form = useAnnouncementForm(isPreview, setPreview, onClose)
  const { audience, tierId } = form.values
  const reached = useQuery(audienceQuery(audience, audience === 'tier' && tierId !== '' ? tierId : null))
  const count = reached.data?.recipients
  const step = isPreview
    ? {
        title: m.preview(),
        action: count === undefined ? m.publish() : m.publishTo({ partners: countText(count) }),
        cancel: m.back(),
      }
    : { title: m.newAnnouncement(), action: m.preview() }
  return (
    <FormDialog
      form={form}
      {...step}
      {...(isPreview ? { onCancel: () => setPreview(false) } : {})}
      disabled={count === 0}
      size="lg"
      onClose={onClose}
    >
      {isPreview ? <Preview form={form} count={count} /> : <Fields form={form} count={count} />}
    </FormDialog>
  )
}
