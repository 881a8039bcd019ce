import { Anchor, NativeSelect, Stack, Switch, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { settingsSectionPath } from '#access/domain/settings-sections.ts'
import { hasAbility, useRight } from '#access/web/rights.ts'
import type { AccountDialogProps } from '#accounts/people/web/dialog-props.ts'
import { mailNote } from '#platform/web/app/session/mail-note.tsx'
import { useSettings } from '#platform/web/app/session/session.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { NewsMail } from '../api/news.ts'
import { newsSettings, newsTimingLabels, newsTimings } from '../domain/news-mail.ts'
import { type NotificationKind, notificationKinds, notificationLabels } from '../domain/notifications.ts'
import { m } from '../messages/messages.ts'
import { newsMailQuery, notificationsQuery, saveColleaguesLeads, saveNewsMail, saveNotification } from './data.ts'
import { useWishes } from './use-wishes.ts'

/** Whether somebody is told about what becomes of the leads of their colleagues. */
function ColleaguesLeads({ isTold }: { isTold: boolean }) {
  const { wishes, wish } = useWishes(saveColleaguesLeads)
  return (
    <Switch
      label={m.colleaguesLeads()}
      description={m.colleaguesLeadsWhen()}
      checked={wishes.get('colleagues') ?? isTold}
      onChange={({ currentTarget: { checked } }) => void wish('colleagues', checked)}
    />
  )
}

/** When each kind of mail is sent, saved immediately. */
export default function NotificationsDialog({ me, onClose }: AccountDialogProps) {
  const choices = useQuery(notificationsQuery)
  const setsHour = useRight('programme')
  const { wishes, wish } = useWishes(saveNotification)
  const hasTiers = useSettings().commission.tiers > 0
  const isSent = (kind: NotificationKind) => kind !== 'tier_reached' || hasTiers
  return (
    <Dialog onClose={onClose} title={m.notifications()}>
      <Stack>
        <SoftText>{mailNote() ?? m.mailTo({ email: me.email })}</SoftText>
        {hasAbility(me, 'leads') && <NewsMailChoices />}
        {setsHour && (
          <Anchor component={Link} to={`${settingsSectionPath('programme')}?edit=digest`} fz="sm" onClick={onClose}>
            {m.digestLink()}
          </Anchor>
        )}
        {me.role === 'partner' && (
          <QueryBoundary query={choices} rows={notificationKinds.length}>
            {({ switchedOff, kinds, colleaguesLeads }) => (
              <Stack gap="md">
                {colleaguesLeads !== undefined && <ColleaguesLeads isTold={colleaguesLeads} />}
                {(kinds ?? notificationKinds).filter(isSent).map((kind) => (
                  <Switch
                    key={kind}
                    label={notificationLabels[kind].label}
                    description={notificationLabels[kind].when}
                    checked={wishes.get(kind) ?? !switchedOff.includes(kind)}
                    onChange={({ currentTarget: { checked } }) => void wish(kind, checked)}
                  />
                ))}
              </Stack>
            )}
          </QueryBoundary>
        )}
        <SoftText>{m.alwaysSent()}</SoftText>
      </Stack>
    </Dialog>
  )
}

const choices = newsTimings.map((value) => ({ value, label: newsTimingLabels[value] }))

/** When each kind of news is mailed, saved immediately. */
function NewsMailChoices() {
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
