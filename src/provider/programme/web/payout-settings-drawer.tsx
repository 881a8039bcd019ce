import { useQuery } from '@tanstack/react-query'
import { programmeQuery } from '#money/payouts/web/data.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { Programme } from '../api.ts'
import { useProgrammeForm } from './programme-form.ts'
import { AccountSettings, ProviderSettings } from './provider-settings.tsx'
import { DocumentSettings, RulesSettings } from './rules-settings.tsx'

/** How payouts leave and who pays them. Mounted only while open. */
export default function PayoutSettingsDrawer({ onClose }: { onClose: () => void }) {
  const programme = useQuery(programmeQuery)
  const { data } = programme
  if (data) return <SettingsForm programme={data} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title="Payout settings" size="lg" position="right">
      <QueryBoundary query={programme}>{() => null}</QueryBoundary>
    </SideDialog>
  )
}

function SettingsForm({ programme, onClose }: { programme: Programme; onClose: () => void }) {
  const form = useProgrammeForm(programme, onClose)
  return (
    <FormDialog
      form={form}
      title="Payout settings"
      action="Save"
      cancel={null}
      right="programme"
      side="right"
      size="lg"
      onClose={onClose}
    >
      <RulesSettings form={form} />
      <DocumentSettings form={form} />
      <ProviderSettings form={form} />
      <AccountSettings form={form} programme={programme} />
    </FormDialog>
  )
}
