import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameOf } from '#accounts/people/domain.ts'
import { foldText } from '#platform/domain/fold-text.ts'
import { oneLine } from '#platform/domain/typed-text.ts'
import { useApiForm } from '#platform/web/app/forms/form.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { type SupplierCode, supplierCodesForm } from '../api/accounting.ts'
import { m } from '../messages/messages.ts'
import { saveSupplierCodes, supplierCodesQuery } from './data.ts'

/** The codes of partners in the accountant's books. */
export default function SupplierCodesDrawer({ onClose }: { onClose: () => void }) {
  const codes = useQuery(supplierCodesQuery)
  if (codes.data) return <CodesForm items={codes.data.items} onClose={onClose} />
  return (
    <SideDialog onClose={onClose} title={m.supplierCodes()} size="lg" position="right">
      <QueryBoundary query={codes}>{() => null}</QueryBoundary>
    </SideDialog>
  )
}

function CodesForm({ items, onClose }: { readonly items: readonly SupplierCode[]; readonly onClose: () => void }) {
  const [search, setSearch] = useState('')
  const initial = Object.fromEntries(items.map(({ partner, code }) => [partner.id, code ?? '']))
  const form = useApiForm({
    shape: supplierCodesForm,
    initial,
    toRequestBody: (values) => ({
      codes: Object.entries(values)
        .filter(([partnerId, code]) => code.trim() !== initial[partnerId])
        .map(([partnerId, code]) => ({ partnerId, code: code.trim() || null })),
    }),
    errorTitle: m.validationError(),
    send: async (input) => {
      await saveSupplierCodes(input)
      toastSuccess(m.supplierCodesSaved())
      onClose()
    },
    onFailure: (error) => toastFailure(m.error(), error),
  })
  const visibleItems = items.filter(({ partner }) => foldText(nameOf(partner)).includes(foldText(oneLine(search))))
  if (items.length === 0) {
    return (
      <SideDialog onClose={onClose} title={m.supplierCodes()} size="lg" position="right">
        <EmptyState title={m.nobodyEarned()} text={m.nobodyEarnedHint()} />
      </SideDialog>
    )
  }
  return (
    <FormDialog
      form={form}
      title={m.supplierCodes()}
      action={m.save()}
      cancel={null}
      disabled={!form.dirty}
      side="right"
      size="lg"
      onClose={onClose}
    >
      <SoftText>{m.supplierCodesLead()}</SoftText>
      {items.length > 8 && (
        <TextInput label={m.searchPartners()} value={search} onChange={({ currentTarget }) => setSearch(currentTarget.value)} />
      )}
      {visibleItems.map(({ partner, usual }) => (
        <TextInput key={partner.id} label={nameOf(partner)} placeholder={usual} {...form.text(partner.id)} />
      ))}
    </FormDialog>
  )
}
