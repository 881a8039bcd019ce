import { Anchor, Stack, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import type { AccountDialogProps } from '#accounts/auth/web/dialog-props.ts'
import { useRight } from '#platform/web/app/session/rights.ts'
import { toastFailure } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { settingsSectionPath } from '#provider/settings/domain/section-path.ts'
import { type NotificationKind, notificationKinds, notificationLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { notificationsQuery, saveNotifications } from './data.ts'
import { NewsMailChoices } from './news-mail.tsx'

/** When each kind of mail is sent, saved immediately. */
export default function NotificationsDialog({ me, onClose }: AccountDialogProps) {
  const choices = useQuery(notificationsQuery)
  const setsHour = useRight('programme')
  const [wished, setWished] = useState<NotificationKind[] | null>(null)
  const wishes = useRef(0)

  const wish = async (next: NotificationKind[]) => {
    wishes.current += 1
    const mine = wishes.current
    setWished(next)
    try {
      await saveNotifications(next)
    } catch (error) {
      toastFailure(m.error(), error)
    }
    // Ignore responses until the last of several saves is done.
    if (mine === wishes.current) setWished(null)
  }
  return (
    <Dialog onClose={onClose} title={m.notifications()}>
      <Stack>
        <SoftText>{m.mailTo({ email: me.email })}</SoftText>
        <NewsMailChoices />
        {setsHour && (
          <Anchor component={Link} to={`${settingsSectionPath('programme')}?edit=digest`} fz="sm" onClick={onClose}>
            {m.digestLink()}
          </Anchor>
        )}
        {me.role === 'partner' && (
          <QueryBoundary query={choices} rows={notificationKinds.length}>
            {(settings) => {
              const off = wished ?? settings.switchedOff
              return (
                <Stack gap="md">
                  {notificationKinds.map((kind) => (
                    <Switch
                      key={kind}
                      label={notificationLabels[kind].label}
                      description={notificationLabels[kind].when}
                      checked={!off.includes(kind)}
                      onChange={({ currentTarget: { checked } }) =>
                        void wish(checked ? off.filter((each) => each !== kind) : [...off, kind])
                      }
                    />
                  ))}
                </Stack>
              )
            }}
          </QueryBoundary>
        )}
        <SoftText>{m.alwaysSent()}</SoftText>
      </Stack>
    </Dialog>
  )
}
