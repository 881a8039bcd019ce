import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PersonRow } from '../api/partners.ts'
import { useAskedProof } from '#platform/web/app/asked-proof.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts.ts'
import { changeRole } from './data.ts'
import { choiceLabel, choiceOf, explanationOf, givenRole, roleChoices } from './role-choices.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'

const words = {
  title: 'Confirm the role',
  text: 'It decides what they see and what they may do.',
  action: 'Update Role',
  faultTitle: 'Error',
}

/** Dialog that changes a person's role. Mounted only while open. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState(choiceOf(person))
  const [busy, setBusy] = useState(false)
  const { withProof, dialog } = useAskedProof()
  const isChanged = role !== choiceOf(person)
  const update = async () => {
    setBusy(true)
    try {
      await withProof(words, async (proof) => {
        await changeRole(person.id, { ...givenRole(role), ...proof })
        toastSuccess('Role updated', `${person.fullName} is now ${choiceLabel(role).toLowerCase()}`)
        onClose()
      })
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} filled={isChanged} title={`Role of ${person.fullName}`} closeOnEscape={!dialog}>
      <Stack>
        <Select
          label="Role"
          data={roleChoices}
          description={explanationOf(role)}
          inputWrapperOrder={['label', 'input', 'description']}
          value={role}
          onChange={(value) => value && setRole(value)}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={!isChanged || busy} onClick={() => void update()}>
            Update Role
          </Button>
        </Group>
      </Stack>
      {dialog}
    </Dialog>
  )
}
