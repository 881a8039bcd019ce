import { Button, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import type { Lead } from '#api/leads.ts'
import { leadForm } from '#api/leads.ts'
import { offerLabels, offerTypes } from '#domain/leads.ts'
import { eurosToType, typedEuros } from '#domain/typed-amounts.ts'
import { withScheme } from '#domain/web-address.ts'
import { doubtIn } from '#web/app/api-error.ts'
import { useDraftForm } from '#web/app/draft-form.ts'
import { toastError, toastSuccess } from '#web/app/toasts.ts'
import { MoneyField } from '#web/ui/money-field.tsx'
import { addLead, editLead } from '../data.ts'
import { KnownLeadNote } from './duplicate-note.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FieldPair } from '#web/ui/field-pair.tsx'

interface LeadFormDialogProps {
  /** The lead to edit; null for a new one. */
  readonly lead: Lead | null
  readonly onClose: () => void
}

const noLead = {
  name: '',
  company: '',
  email: '',
  phone: '',
  website: '',
  estimatedAmountCents: '',
  offerType: null as string | null,
  notes: '',
}

/** A partner's form of a lead: to add one, and filled in to edit it. It is mounted while it is open. */
export function LeadFormDialog({ lead, onClose }: LeadFormDialogProps) {
  const form = useDraftForm({
    shape: leadForm,
    initial: lead ? { ...lead, estimatedAmountCents: eurosToType(lead.estimatedAmountCents) } : noLead,
    wire: (values) => ({
      name: values.name,
      company: values.company,
      email: values.email,
      phone: values.phone,
      website: withScheme(values.website),
      estimatedAmountCents: typedEuros(values.estimatedAmountCents),
      offerType: values.offerType,
      notes: values.notes,
    }),
    draft: lead ? `lead ${lead.id}` : 'lead',
    faultTitle: 'Erreur de validation',
    send: async (input) => {
      if (lead) {
        await editLead(lead, input)
        toastSuccess('Lead modifié', 'Les modifications ont été enregistrées')
      } else {
        await addLead(input)
        toastSuccess('Lead ajouté', 'Le lead a été ajouté avec succès')
      }
      onClose()
    },
    onFailure: (error) =>
      toastError('Erreur', doubtIn(error) ?? (lead ? 'Impossible de modifier le lead' : "Impossible d'ajouter le lead")),
  })
  return (
    <Dialog
      onClose={form.leaving(onClose)}
      filled={form.filled}
      lang="fr"
      size="lg"
      title={lead ? 'Modifier le lead' : 'Ajouter un lead'}
    >
      <form onSubmit={form.onSubmit} noValidate>
        <Stack>
          <FieldPair>
            <TextInput label="Nom du contact" required data-autofocus {...form.text('name')} />
            <TextInput label="Société" required {...form.text('company')} />
            <TextInput label="Email" type="email" required {...form.text('email')} />
            <TextInput label="Téléphone" type="tel" {...form.text('phone')} />
            <TextInput label="Site web" placeholder="https://" {...form.text('website')} />
            <MoneyField label="Montant estimé (€)" required {...form.number('estimatedAmountCents')} />
          </FieldPair>
          <NativeSelect
            label="Type d'offre"
            name="offerType"
            required
            data={[
              { value: '', label: 'Choisir une offre' },
              ...offerTypes.map((value) => ({ value, label: offerLabels[value] })),
            ]}
            value={form.values.offerType ?? ''}
            error={form.faults.offerType}
            onChange={(event) => form.set('offerType', event.currentTarget.value || null)}
          />
          <KnownLeadNote email={form.values.email} company={form.values.company} edited={lead} />
          <Textarea label="Notes" autosize minRows={3} maxLength={1000} {...form.text('notes')} />
          <Group justify="flex-end">
            <Button variant="default" onClick={form.leaving(onClose)}>
              Annuler
            </Button>
            <Button type="submit" loading={form.busy}>
              {lead ? 'Enregistrer' : 'Ajouter'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
