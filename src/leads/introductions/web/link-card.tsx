import { Button, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { WithRight } from '#access/web/with-right.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { m } from '../messages/messages.ts'
import { disableLink, partnerLinkQuery } from './data.ts'

interface LinkCardProps {
  readonly partnerId: string
  /** The partner was deleted or merged: a link that still leads somewhere can be disabled, and none is allowed again. */
  readonly isOver: boolean
}

/** A partner's introduction link on their page; nothing as long as they have none. */
export function LinkCard({ partnerId, isOver }: LinkCardProps) {
  const { data } = useQuery(partnerLinkQuery(partnerId))
  const { busy, run: change } = useAction(async () => {
    await disableLink(partnerId, !isDisabled)
    toastSuccess(isDisabled ? m.linkAllowedAgain() : m.linkIsDisabled(), m.partnerSeesIt())
  })
  if (!data?.createdAt) return null
  const { createdAt, paused, disabledAt, disabledBy, leads } = data
  const isDisabled = disabledAt !== null
  const open = paused ? (
    <StatusBadge tone="known">{m.paused()}</StatusBadge>
  ) : (
    <StatusBadge tone="received">{m.open()}</StatusBadge>
  )
  return (
    <FactCard
      title={m.introductionLink()}
      beside={isDisabled ? <StatusBadge tone="danger">{m.disabled()}</StatusBadge> : open}
      facts={[
        [m.made(), longDate(createdAt)],
        [m.leadsByLink(), leads],
        ...(disabledAt ? [[m.disabled(), `${longDate(disabledAt)}${disabledBy ? `, ${disabledBy}` : ''}`] as const] : []),
      ]}
    >
      {!(isOver && isDisabled) && (
        <WithRight right="partners">
          <Group mb="sm">
            <Button size="xs" variant="default" loading={busy} onClick={change}>
              {isDisabled ? m.allowAgain() : m.disable()}
            </Button>
          </Group>
        </WithRight>
      )}
    </FactCard>
  )
}
