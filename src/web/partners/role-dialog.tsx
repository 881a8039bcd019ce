import { Button, Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import type { PersonRow } from '#api/partners.ts'
import type { Role } from '#domain/actor.ts'
import { roleLabels } from '#domain/actor.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { changeRole } from './data.ts'
import { Dialog } from '../ui/dialog.tsx'

/** Dialog that changes a person's role. Mounted only while open. */
export function RoleDialog({ person, onClose }: { person: PersonRow; onClose: () => void }) {
  const [role, setRole] = useState<Role>(person.role)
  const [busy, setBusy] = useState(false)
  const update = async () => {
    setBusy(true)
    try {
      await changeRole(person.id, role)
      toastSuccess('Role updated', `${person.fullName} is now ${role}`)
      onClose()
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={onClose} filled={role !== person.role} title={`Role of ${person.fullName}`}>
      <Stack>
        <Select
          label="Role"
          data={[
            { value: 'partner', label: roleLabels.partner },
            { value: 'admin', label: roleLabels.admin },
          ]}
          value={role}
          onChange={(value) => value && setRole(value as Role)}
          allowDeselect={false}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button disabled={role === person.role || busy} onClick={() => void update()}>
            Update Role
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
