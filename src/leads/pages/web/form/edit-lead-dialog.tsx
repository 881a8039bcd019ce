import { Group, Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LeadDetail } from '#leads/leads/api/leads.ts'
import { leadFieldNames, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { leadQuery } from '#leads/leads/web/data.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { useFocusBack } from '#platform/web/ui/dialogs/focus-back.ts'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { m } from '../../messages/messages.ts'
import { LeadFormDialog } from './lead-form-dialog.tsx'
import { leadFormSettings, placeOf } from './lead-form-settings.ts'

const settings = leadFormSettings.partnerEdit
const look = { title: settings.title, size: 'lg' } as const

/** Edits a lead, of which a card knows too little: the form follows once it is read. */
export function EditLeadDialog({ leadId, onClose }: { leadId: string; onClose: () => void }) {
  // Beside that of the dialogs, the first of which is closed by the second.
  useFocusBack()
  const { data, error, isFetching, refetch } = useQuery(leadQuery(leadId))
  const [waits] = useState(!data || isFetching)
  /** The lead as it is now; once the form is open, it stays when the lead goes. */
  const [lead, setLead] = useState<LeadDetail | null>(null)
  if (data && data !== lead && (lead || !isFetching)) setLead(data)
  if (lead) return <LeadFormDialog use="partnerEdit" lead={lead} follows={waits} onClose={onClose} />
  return (
    <Dialog {...look} onClose={onClose}>
      {error && !isFetching ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormLoading />}
    </Dialog>
  )
}

/** The form's outline. */
function FormLoading() {
  const isPartner = useMe().role === 'partner'
  // A partner reads below the amount what it would bring.
  const more = (key: string) => (isPartner && key === 'estimatedAmountCents' ? 24 : 0)
  const fields = (place: 'half' | 'full' | 'last', height: number) =>
    leadFieldNames
      .filter((key) => placeOf({ key, kind: leadFields[key].kind }, settings) === place)
      .map((key) => <Skeleton key={key} height={height + more(key)} radius="md" />)
  return (
    <Stack role="status" aria-label={m.loading()}>
      <FieldPair>{fields('half', 60)}</FieldPair>
      {fields('full', 60)}
      {fields('last', 106)}
      <Group justify="flex-end">
        <Skeleton width={220} height={36} radius="md" />
      </Group>
    </Stack>
  )
}
