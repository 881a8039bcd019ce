import { Button, CloseButton, Group, Select, Stack, TextInput } from '@mantine/core'
import { type StaffRole, staffRoleLabels, staffRoles } from '#access/domain/staff-rights.ts'
import type { FieldErrors } from '#platform/web/app/forms/form.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { m } from '../messages/messages.ts'

export const roleOptions = staffRoles.map((value) => ({ value, label: staffRoleLabels[value] }))

interface ClaimRole {
  readonly value: string
  readonly role: StaffRole
}

interface ClaimRolesFieldProps {
  readonly claimRoles: readonly ClaimRole[]
  readonly errors: FieldErrors
  readonly onChange: (claimRoles: ClaimRole[]) => void
}

/** Which role each value of the claim stands for. */
export function ClaimRolesField({ claimRoles, errors, onChange }: ClaimRolesFieldProps) {
  const change = (index: number, next: Partial<ClaimRole>) =>
    onChange(claimRoles.map((each, at) => (at === index ? { ...each, ...next } : each)))
  return (
    <Stack gap="xs" role="group" aria-label={m.claimValues()}>
      {claimRoles.map(({ value, role }, index) => (
        // Rows are told apart by where they stand: values are typed, and empty at first.
        // biome-ignore lint/suspicious/noArrayIndexKey: A row has nothing else that stays.
        <Group key={index} gap="xs" wrap="nowrap" align="start">
          <TextInput
            aria-label={m.claimValueNumber({ number: index + 1 })}
            placeholder={m.claimValue()}
            name={`claimRoles.${index}.value`}
            autoComplete="off"
            flex={1}
            value={value}
            error={errors[`claimRoles.${index}.value`]}
            onChange={({ currentTarget }) => change(index, { value: currentTarget.value })}
          />
          <Select
            aria-label={m.roleOfValue({ number: index + 1 })}
            data={roleOptions}
            allowDeselect={false}
            flex={1}
            value={role}
            onChange={(next) => next && change(index, { role: next })}
          />
          <CloseButton
            size={36}
            aria-label={m.removeValue({ number: index + 1 })}
            onClick={() => onChange(claimRoles.filter((_, at) => at !== index))}
          />
        </Group>
      ))}
      {errors.claimRoles && <SoftText c="var(--danger-ink)">{errors.claimRoles}</SoftText>}
      <Button
        variant="default"
        size="xs"
        style={{ alignSelf: 'start' }}
        onClick={() => onChange([...claimRoles, { value: '', role: 'viewer' }])}
      >
        {m.addValue()}
      </Button>
    </Stack>
  )
}
