import { Button, Group, Text } from '@mantine/core'
import { WithRight } from '#access/web/with-right.tsx'
import { PartnerLink } from '#accounts/people/web/partner-link.tsx'
import { clientLine } from '#leads/domain/client-names.ts'
import type { ListedLead, OtherLead } from '#leads/leads/api/leads.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { m } from '../../messages/messages.ts'
import { notADuplicate } from '../data.ts'
import classes from '../leads.module.css'

interface PossibleDuplicateProps {
  readonly lead: ListedLead
  readonly other: OtherLead
  readonly onOpen: (lead: { readonly id: string }) => void
}

/** For administrators: the older lead, and a button to dismiss the mark. */
export function PossibleDuplicate({ lead, other, onOpen }: PossibleDuplicateProps) {
  const { busy, run: clear } = useAction(async () => {
    await notADuplicate(lead.id)
    toastSuccess(m.duplicateDismissed(), m.notMarkedAnyMore({ name: lead.name }))
  }, m.error())
  return (
    <div className={classes.duplicate}>
      <StatusBadge lang={m.possibleDuplicate.lang} tone="todo">
        {m.possibleDuplicate()}
      </StatusBadge>
      <Text fz="sm" mt={8} style={{ overflowWrap: 'anywhere' }}>
        {m.alreadyFollowed()} {clientLine(other)} (<PartnerLink partner={other.partner} clamped={false} />)
      </Text>
      <Group gap="xs" mt="sm">
        <Button size="xs" variant="default" onClick={() => onOpen(other)}>
          {m.showOtherLead()}
        </Button>
        <WithRight right="leads" explained>
          <Button size="xs" variant="subtle" loading={busy} onClick={clear}>
            {m.notADuplicate()}
          </Button>
        </WithRight>
      </Group>
    </div>
  )
}
