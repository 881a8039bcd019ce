import { clientName } from '#leads/domain/client-names.ts'
import { isUnanswered, registrationStateLabels } from '#leads/leads/domain/registration-states.ts'
import { m } from '../messages/messages.ts'
import '@mantine/core/styles/Radio.layer.css'
import { Group, Loader, Radio, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { ReasonDialog } from '#platform/web/app/forms/reason-dialog.tsx'
import { mergeForm } from '../api/registrations.ts'
import { isInForce } from '../domain/registrations.ts'
import { conflictQuery, merge } from './data.ts'

/** Merges a registration into that of another lead of the company. */
export default function MergeDialog({ leadId, about, onClose }: { leadId: string; about: string; onClose: () => void }) {
  const { data } = useQuery(conflictQuery(leadId))
  const others = (data?.claims ?? []).filter(
    ({ lead, registration: { state } }) => lead.id !== leadId && (isInForce(state) || isUnanswered(state)),
  )
  const [choice, setChoice] = useState('')
  const into = choice || (others[0]?.lead.id ?? '')
  return (
    <ReasonDialog
      rule={mergeForm.shape.message}
      title={m.merge()}
      text={m.mergeText({ about })}
      action={m.merge()}
      label={m.message()}
      description={m.leaveNameOutHint()}
      required={false}
      draft={`merge ${leadId}`}
      done={[m.merged(), about]}
      onSend={(message) => merge(leadId, into, message)}
      onClose={onClose}
    >
      {data ? (
        <Radio.Group label={m.into()} value={into} onChange={setChoice}>
          <Stack gap={6} mt={4}>
            {others.map(({ lead, registration: { number, state } }) => (
              <Radio
                key={lead.id}
                value={lead.id}
                label={`${number}, ${nameOf(lead.partner)}`}
                description={`${clientName(lead)} · ${registrationStateLabels[state]}`}
              />
            ))}
            {others.length === 0 && <Text fz="sm">{m.noOtherCounts()}</Text>}
          </Stack>
        </Radio.Group>
      ) : (
        <Group>
          <Loader size="sm" role="status" aria-label={m.loading()} />
        </Group>
      )}
    </ReasonDialog>
  )
}
