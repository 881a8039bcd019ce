import { Switch, TextInput } from '@mantine/core'
import { formatEuros } from '#platform/domain/money.ts'
import { parseTypedEuros } from '#platform/domain/typed-amounts.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import item from '#platform/web/app/forms/item-dialog.module.css'
import { NameField, OtherNames } from '#platform/web/app/forms/name-field.tsx'
import type { EditorProps } from '#platform/web/app/forms/saved-list.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { MoneyField } from '#platform/web/ui/fields/money-field.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedOffer } from '../api/offers.ts'
import { offerTextMax } from '../domain/offer-draft.ts'
import { proposedAmount } from '../domain/offers.ts'
import { m } from '../messages/messages.ts'
import { type OfferForm, type TypedOffer, useOfferForm } from './offer-form.ts'
import classes from './offers.module.css'

/** An offer beside the page, and how it is seen while it is typed. */
export function OfferDialog({ item: offer, items: offers, onClose }: EditorProps<EditedOffer>) {
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
      <div className={item.columns}>
        <div className={item.fields}>
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
        errors={errors}
      />
      <NameField
        label={m.staffsName()}
        field={form.text('staffName')}
        base={values.staffName}
        names={values.staffNames}
        onChange={(names) => form.set('staffNames', names)}
        path="staffNames"
        errors={errors}
      />
      <div>
        <LongText
          label={m.description()}
          description={m.descriptionHint()}
          minRows={2}
          max={offerTextMax}
          {...form.text('description')}
        />
        {values.description.trim() !== '' && (
          <OtherNames
            base={values.description}
            names={values.descriptions}
            onChange={(names) => form.set('descriptions', names)}
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
  return (
    <TextInput
      label={m.key()}
      description={m.keyHint()}
      placeholder={(form.values.staffName || form.values.name).trim() ? form.key : ''}
      autoComplete="off"
      {...form.text('key')}
    />
  )
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

/** What the amounts as typed would propose; null for none, or while they are no amounts. */
function proposalOf({ suggestedCents, leastCents, mostCents }: TypedOffer): number | null {
  const read = (text: string) => (text.trim() === '' ? null : parseTypedEuros(text))
  return proposedAmount({ suggestedCents: read(suggestedCents), leastCents: read(leastCents), mostCents: read(mostCents) })
}

/** How an offer is seen as it is typed: on the cards of both sides, and in a partner's form on a phone. */
function OfferPreview({ values }: { readonly values: TypedOffer }) {
  const partnerName = values.name.trim() || m.nameOfOffer()
  const staffName = values.staffName.trim() || m.nameOfOffer()
  const proposal = proposalOf(values)
  return (
    <section className={item.preview} aria-label={m.preview()}>
      <h3 className={item.previewTitle}>{m.preview()}</h3>
      {[
        [m.onPartnersCard(), partnerName],
        [m.onStaffsCard(), staffName],
      ].map(([title, name]) => (
        <figure key={title} className={item.figure}>
          <figcaption>{title}</figcaption>
          <div className={item.card}>
            <strong>{m.sampleContact()}</strong>
            <SoftText component="span">{m.sampleCompany()}</SoftText>
            <span className={classes.cardFacts}>
              <span className="figure">{formatEuros(proposal ?? 500_000)}</span>
              <span className={item.badge}>{name}</span>
            </span>
          </div>
        </figure>
      ))}
      <figure className={item.figure}>
        <figcaption>{m.inFormOnPhone()}</figcaption>
        <div className={item.phone}>
          <span className={classes.field}>{m.offerType()}</span>
          <span className={classes.input}>{partnerName}</span>
          {values.description.trim() && <SoftText component="span">{values.description.trim()}</SoftText>}
          <span className={classes.field}>{m.estimatedAmount()}</span>
          <span className={`figure ${classes.input}`}>{proposal === null ? '' : formatEuros(proposal)}</span>
        </div>
      </figure>
    </section>
  )
}
