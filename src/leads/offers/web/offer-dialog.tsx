import { Switch, Textarea, TextInput } from '@mantine/core'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { NameField, OtherNames } from '#platform/web/app/forms/name-field.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedOffer } from '../api/offers.ts'
import { offerNameMax, offerTextMax } from '../domain/offer-draft.ts'
import { m } from '../messages/messages.ts'
import { type OfferForm, useOfferForm } from './offer-form.ts'
import { OfferPreview } from './offer-preview.tsx'
import classes from './offers.module.css'

interface OfferDialogProps {
  /** The offer to edit; null for a new one. */
  readonly offer: EditedOffer | null
  readonly offers: readonly EditedOffer[]
  readonly onClose: () => void
}

/** An offer beside the page, and how it is seen while it is typed. Mounted only while open. */
export function OfferDialog({ offer, offers, onClose }: OfferDialogProps) {
  const form = useOfferForm(offer, offers, onClose)
  return (
    <FormDialog
      form={form}
      title={offer ? m.editOffer() : m.newOffer()}
      action={m.save()}
      right="programme"
      side="right"
      size="xl"
      follows
      onClose={onClose}
    >
      <div className={classes.columns}>
        <div className={classes.fields}>
          <Words form={form} />
          <OfferKey form={form} isNew={offer === null} />
          <Amounts form={form} />
          <Switch
            label={m.onIntroductions()}
            description={m.onIntroductionsHint()}
            checked={form.values.onIntroductions}
            onChange={({ currentTarget }) => form.set('onIntroductions', currentTarget.checked)}
          />
        </div>
        <OfferPreview values={form.values} />
      </div>
    </FormDialog>
  )
}

/** What both sides call it, and what partners read about it. */
function Words({ form }: { readonly form: OfferForm }) {
  const { values, errors } = form
  return (
    <>
      <NameField
        label={m.partnersName()}
        field={form.text('name')}
        base={values.name}
        names={values.names}
        onChange={(names) => form.set('names', names)}
        maxLength={offerNameMax}
        errors={errors}
      />
      <NameField
        label={m.staffsName()}
        field={form.text('staffName')}
        base={values.staffName}
        names={values.staffNames}
        onChange={(names) => form.set('staffNames', names)}
        maxLength={offerNameMax}
        path="staffNames"
        errors={errors}
      />
      <div>
        <Textarea
          label={m.description()}
          description={m.descriptionHint()}
          autosize
          minRows={2}
          maxLength={offerTextMax}
          {...form.text('description')}
        />
        {values.description.trim() !== '' && (
          <OtherNames
            base={values.description}
            names={values.descriptions}
            onChange={(names) => form.set('descriptions', names)}
            maxLength={offerTextMax}
            path="descriptions"
            errors={errors}
          />
        )}
      </div>
    </>
  )
}

/** The key: it follows from the name as long as nobody types another one, and never changes once there is an offer. */
function OfferKey({ form, isNew }: { readonly form: OfferForm; readonly isNew: boolean }) {
  if (!isNew) return <SoftText fz="sm">{m.keyOfOffer({ key: form.key })}</SoftText>
  return <TextInput label={m.key()} description={m.keyHint()} placeholder={form.key} autoComplete="off" {...form.text('key')} />
}

function Amounts({ form }: { readonly form: OfferForm }) {
  return (
    <>
      <FieldPair>
        <MoneyField label={m.least()} bare {...form.number('leastCents')} />
        <MoneyField label={m.most()} bare {...form.number('mostCents')} />
      </FieldPair>
      <MoneyField label={m.suggested()} description={m.suggestedHint()} bare {...form.number('suggestedCents')} />
    </>
  )
}
