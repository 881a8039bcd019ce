import { Checkbox, Select } from '@mantine/core'
import { type PartnerRole, partnerRoles } from '#access/domain/actor.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { optionsOf } from '#platform/web/ui/tables/list-filter.tsx'
import { explanationOf } from '../domain.ts'
import { m } from '../messages/messages.ts'

interface RoleFieldsProps {
  readonly role: PartnerRole
  readonly seesAmounts: boolean
  readonly error?: string | undefined
  readonly onRole: (role: PartnerRole) => void
  readonly onSeesAmounts: (seesAmounts: boolean) => void
}

/** What somebody is to the company, with what that opens, and whether a member reads the amounts of their own leads. */
export function RoleFields({ role, seesAmounts, error, onRole, onSeesAmounts }: RoleFieldsProps) {
  return (
    <>
      <Select
        label={m.role()}
        data-field="role"
        data={optionsOf(partnerRoles, partnerRoleLabels)}
        description={explanationOf(role, seesAmounts)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={role}
        error={error}
        allowDeselect={false}
        onChange={(value) => {
          const chosen = partnerRoles.find((each) => each === value)
          if (chosen) onRole(chosen)
        }}
      />
      {role === 'member' && (
        <Checkbox
          label={m.seesAmounts()}
          description={m.seesAmountsHint()}
          checked={seesAmounts}
          onChange={({ currentTarget }) => onSeesAmounts(currentTarget.checked)}
        />
      )}
    </>
  )
}
