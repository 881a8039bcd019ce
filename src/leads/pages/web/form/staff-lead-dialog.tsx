import { PartnerField } from '#accounts/people/web/partner-field.tsx'
import { LeadFormDialog } from './lead-form-dialog.tsx'

interface StaffLeadDialogProps {
  /** Opened for a contact that another app has shared. */
  readonly isShared: boolean
  readonly onClose: () => void
}

/** Adds a lead for a partner, who is chosen in it. */
export function StaffLeadDialog({ isShared, onClose }: StaffLeadDialogProps) {
  return (
    <LeadFormDialog
      use="adminAdd"
      lead={null}
      isShared={isShared}
      partnerField={({ values, errors, set }) => (
        <PartnerField
          name="partnerId"
          value={values.partnerId}
          error={errors.partnerId}
          onChange={(value) => set('partnerId', value)}
        />
      )}
      onClose={onClose}
    />
  )
}
