import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { NameField } from '#platform/web/app/forms/name-field.tsx'
import type { EditorProps } from '#platform/web/app/forms/saved-list.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { MoneyField, PercentField } from '#platform/web/ui/fields/money-field.tsx'
import { m } from '../messages/messages.ts'
import type { ListedTier } from './data.ts'
import { useTierForm } from './tier-form.ts'
import { TiersReviewDialog } from './tiers-review.tsx'

/** A tier beside the page. What it changes for partners is reviewed before it is saved. */
export function TierDialog({ item: tier, items, onClose }: EditorProps<ListedTier>) {
  const { isLowest, review, closeReview, ...form } = useTierForm(tier, items, onClose)
  return (
    <FormDialog
      form={form}
      title={tier ? m.editTier() : m.newTier()}
      action={m.reviewChanges()}
      right="programme"
      side="right"
      size="lg"
      follows
      above={review && <TiersReviewDialog {...review} onClose={closeReview} onSaved={form.finish} />}
      onClose={onClose}
    >
      <NameField
        label={m.name()}
        field={form.text('name')}
        base={form.values.name}
        names={form.values.names}
        onChange={(names) => form.set('names', names)}
        errors={form.errors}
      />
      <FieldPair>
        <MoneyField
          label={m.fromEuros()}
          bare
          readOnly={isLowest}
          variant={isLowest ? 'filled' : 'default'}
          {...form.number('minRevenueCents')}
        />
        <PercentField label={m.rateField()} bare {...form.number('commissionRate')} />
      </FieldPair>
    </FormDialog>
  )
}
