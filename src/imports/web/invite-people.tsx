import { Alert, Button, Group, List, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useRight } from '#access/web/rights.ts'
import { templatesQuery } from '#contracts/templates/web/data.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { MailNote } from '#platform/web/app/session/mail-note.tsx'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { formatCount } from '#platform/web/ui/counts.ts'
import { m } from '../messages/messages.ts'
import { assignContracts, inviteImported, type ReadImport } from './data.ts'

/** Invites those who wait for it, once somebody presses; each with the contract that their row names, or with the usual one. */
export function InvitePeople({ read }: { readonly read: ReadImport }) {
  const mayAssign = useRight('contracts')
  const { data } = useQuery({ ...templatesQuery, enabled: mayAssign })
  const templates = data?.templates.filter(({ kind }) => kind === 'main') ?? []
  const [usual, setUsual] = useState('')
  const [problems, setProblems] = useState<readonly string[]>([])
  const { busy, run: invite } = useAction(async () => {
    if (mayAssign) setProblems(await assignContracts(read.id, usual || null))
    const { invited } = await inviteImported(read.id)
    toastSuccess(m.invitationsSent({ count: invited, shown: formatCount(invited) }))
  })
  if (read.toInvite === 0 && problems.length === 0) return null
  return (
    <Stack>
      <Text>{m.waitToBeInvited({ count: read.toInvite, shown: formatCount(read.toInvite) })}</Text>
      {mayAssign && read.toInvite > 0 && (
        <NativeSelect
          label={m.contractForOthers()}
          data={[{ value: '', label: m.none() }, ...templates.map(({ id, name }) => ({ value: id, label: name }))]}
          value={usual}
          onChange={({ currentTarget }) => setUsual(currentTarget.value)}
        />
      )}
      <MailNote />
      {problems.length > 0 && (
        <Alert color="yellow" role="alert">
          <List>
            {problems.map((problem) => (
              <List.Item key={problem}>{problem}</List.Item>
            ))}
          </List>
        </Alert>
      )}
      {read.toInvite > 0 && (
        <Group>
          <Button loading={busy} onClick={invite}>
            {m.inviteCount({ count: read.toInvite, shown: formatCount(read.toInvite) })}
          </Button>
        </Group>
      )}
    </Stack>
  )
}
