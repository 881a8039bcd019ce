import { Alert, Select, Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { m } from '../messages/messages.ts'
import { ClaimRolesField, roleOptions } from './claim-roles-field.tsx'
import { errorOf, usePartForm } from './part-form.ts'
import { type PartDialogProps, ProviderLoader } from './provider-loader.tsx'

/** Whom the provider is for, and which accounts it makes. */
export default function AccountsDialog({ onClose }: { readonly onClose: () => void }) {
  return <ProviderLoader title={m.accountsTitle()} form={AccountsForm} onClose={onClose} />
}

const domainsIn = (typed: string) => typed.split(/[\s,;]+/).filter(Boolean)

function AccountsForm({ title, provider, onClose }: PartDialogProps) {
  const { staffRole, roleClaim, claimRoles, changedAt } = provider
  const { form, dialog } = usePartForm({
    title,
    provider,
    initial: {
      staffDomains: provider.staffDomains.join('\n'),
      partnerDomains: provider.partnerDomains.join('\n'),
      staffRole,
      roleClaim,
      claimRoles,
    },
    labels: {
      staffDomains: m.staffDomains(),
      partnerDomains: m.partnerDomains(),
      staffRole: m.staffRole(),
      roleClaim: m.roleClaim(),
      claimRoles: m.roleClaim(),
    },
    toRequestBody: (values) => ({
      ...values,
      staffDomains: domainsIn(values.staffDomains),
      partnerDomains: domainsIn(values.partnerDomains),
      claimRoles: values.roleClaim.trim() === '' ? [] : values.claimRoles,
    }),
    onClose,
  })
  const domains = (name: 'staffDomains' | 'partnerDomains') => ({
    ...form.text(name),
    error: errorOf(form.errors, name),
    autosize: true,
    autoComplete: 'off',
  })
  return (
    <FormDialog
      form={form}
      title={title}
      action={m.save()}
      right="team"
      side="right"
      disabled={!form.dirty || changedAt === null}
      above={dialog}
      onClose={onClose}
    >
      {changedAt === null && (
        <Alert color="yellow" role="status">
          {m.providerFirst()}
        </Alert>
      )}
      <Textarea label={m.staffDomains()} description={m.staffDomainsHint()} {...domains('staffDomains')} />
      <Select
        label={m.staffRole()}
        description={m.staffRoleHint()}
        data={roleOptions}
        allowDeselect={false}
        value={form.values.staffRole}
        onChange={(role) => role && form.set('staffRole', role)}
      />
      <TextInput label={m.roleClaim()} description={m.roleClaimHint()} autoComplete="off" {...form.text('roleClaim')} />
      {form.values.roleClaim.trim() !== '' && (
        <ClaimRolesField
          claimRoles={form.values.claimRoles}
          errors={form.errors}
          onChange={(each) => form.set('claimRoles', each)}
        />
      )}
      <Textarea label={m.partnerDomains()} description={m.partnerDomainsHint()} {...domains('partnerDomains')} />
    </FormDialog>
  )
}
