import { Checkbox, NativeSelect, Switch, TextInput } from '@mantine/core'
import { clientListed } from '#leads/domain/client-names.ts'
import { onBoard, useStages } from '#leads/lead-settings/web/data.ts'
import { isBuiltIn, leadFields } from '#leads/leads/domain/lead-fields.ts'
import { isLost } from '#leads/stages/domain/stages.ts'
import { FoldedFields } from '#platform/web/app/forms/folded-fields.tsx'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import item from '#platform/web/app/forms/item-dialog.module.css'
import { NameField, OtherNames } from '#platform/web/app/forms/name-field.tsx'
import type { EditorProps } from '#platform/web/app/forms/saved-list.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { EditedField } from '../api/fields.ts'
import { fieldHelpMax, maxOnCard } from '../domain/field-draft.ts'
import { isSearchedKind } from '../domain/field-value.ts'
import { customFieldKinds, isChoice, isTyped, type PartnerAccess, partnerAccesses } from '../domain/fields.ts'
import { m } from '../messages/messages.ts'
import { type FieldForm, useFieldForm } from './field-form.ts'
import { kindLabels } from './field-labels.ts'
import { FieldPreview } from './field-preview.tsx'
import classes from './fields.module.css'
import { OptionFields } from './option-fields.tsx'

/** A field beside the page, and how it is seen while it is typed: a new one needs a label and a kind, the rest is folded. */
export function FieldDialog({ item: field, items: fields, onClose }: EditorProps<EditedField>) {
  const form = useFieldForm(field, fields, onClose)
  return (
    <FormDialog
      form={form}
      title={field ? m.editField() : m.newField()}
      action={m.save()}
      right="programme"
      side="right"
      size="xl"
      follows
      above={<UnfitQuestion form={form} />}
      onClose={onClose}
    >
      <div className={item.columns}>
        <div className={item.fields}>
          <Label form={form} />
          {!field?.isBuiltIn && <Kind form={form} />}
          <Required form={form} />
          <FoldedFields
            summary={m.more()}
            isOpenFirst={field !== null}
            hasError={foldedFields.some((name) => form.errors[name] !== undefined)}
          >
            <div className={item.fields}>
              <FieldKey form={form} isNew={field === null} />
              <Help form={form} />
              {!field?.isBuiltIn && <Uses form={form} />}
            </div>
          </FoldedFields>
        </div>
        <FieldPreview form={form} />
      </div>
    </FormDialog>
  )
}

/** Values that do not fit what is to be saved are shown before it is. */
function UnfitQuestion({ form }: { readonly form: FieldForm }) {
  const { unfit } = form
  const more = unfit ? unfit.unfit - unfit.items.length : 0
  return (
    <ConfirmDialog
      opened={unfit !== null}
      title={m.unfitQuestion()}
      text={m.unfitText({ count: unfit?.unfit ?? 0, values: unfit?.values ?? 0 })}
      action={m.keepAsText()}
      onClose={form.dropQuestion}
      onConfirm={form.keepUnfit}
    >
      <ul className={classes.unfit}>
        {unfit?.items.map(({ leadId, name, company, value }) => (
          <li key={leadId}>
            {value} <SoftText component="span">{clientListed({ name, company })}</SoftText>
          </li>
        ))}
        {more > 0 && <li>{m.andMore({ count: more })}</li>}
      </ul>
    </ConfirmDialog>
  )
}

const foldedFields = [
  'key',
  'help',
  'partner',
  'staffEdits',
  'onIntroductions',
  'searchable',
  'onCard',
  'inList',
  'aboutPerson',
] as const

function Label({ form }: { readonly form: FieldForm }) {
  const usual = isBuiltIn(form.key) ? leadFields[form.key].label() : undefined
  return (
    <NameField
      label={m.label()}
      field={form.text('name')}
      base={form.values.name}
      names={form.values.names}
      onChange={(names) => form.set('names', names)}
      errors={form.errors}
      {...(usual ? { placeholder: usual, description: m.usualLabel({ name: usual }) } : {})}
    />
  )
}

/** The key: it follows from the label as long as nobody types another one, and never changes once there is a field. */
function FieldKey({ form, isNew }: { readonly form: FieldForm; readonly isNew: boolean }) {
  if (!isNew) return <SoftText fz="sm">{m.keyOfField({ key: form.key })}</SoftText>
  const proposed = form.values.name.trim() ? form.key : ''
  return <TextInput label={m.key()} description={m.keyHint()} placeholder={proposed} autoComplete="off" {...form.text('key')} />
}

function Kind({ form }: { readonly form: FieldForm }) {
  const { kind } = form.values
  return (
    <>
      <NativeSelect
        label={m.kind()}
        name="kind"
        value={kind}
        error={form.errors.kind}
        data={customFieldKinds.map((value) => ({ value, label: kindLabels[value] }))}
        onChange={({ currentTarget }) => {
          const chosen = customFieldKinds.find((each) => each === currentTarget.value) ?? kind
          form.set('kind', chosen)
          form.set('aboutPerson', isTyped(chosen))
        }}
      />
      {isChoice(kind) && <OptionFields form={form} />}
    </>
  )
}

function Help({ form }: { readonly form: FieldForm }) {
  const { help, helps } = form.values
  return (
    <div>
      <LongText label={m.help()} description={m.helpHint()} minRows={1} max={fieldHelpMax} {...form.text('help')} />
      {help.trim() !== '' && (
        <OtherNames base={help} names={helps} onChange={(next) => form.set('helps', next)} path="helps" errors={form.errors} />
      )}
    </div>
  )
}

/** Whether a lead needs a value, and from which stage on. */
function Required({ form }: { readonly form: FieldForm }) {
  const stages = onBoard(useStages()).filter(({ key }) => !isLost(key))
  const { required, requiredFrom } = form.values
  return (
    <NativeSelect
      label={m.required()}
      name="required"
      error={form.errors.required ?? form.errors.requiredFrom}
      value={required ? (requiredFrom ?? 'always') : ''}
      data={[
        { value: '', label: m.no() },
        { value: 'always', label: m.fromBeginning() },
        ...stages.map(({ key, name }) => ({ value: key, label: m.fromStage({ stage: name }) })),
      ]}
      onChange={({ currentTarget: { value } }) => {
        form.set('required', value !== '')
        form.set('requiredFrom', value === '' || value === 'always' ? null : value)
      }}
    />
  )
}

const accessLabels: Readonly<Record<PartnerAccess, string>> = {
  none: m.partnersKnowNothing(),
  reads: m.partnersReadIt(),
  edits: m.partnersFillItIn(),
}

/** Who sees it and fills it in, and where it is seen beside forms and details. */
function Uses({ form }: { readonly form: FieldForm }) {
  const { partner, kind } = form.values
  const choice = (name: 'staffEdits' | 'onIntroductions' | 'searchable' | 'onCard' | 'inList' | 'aboutPerson') => ({
    name,
    checked: form.values[name],
    onChange: (event: { currentTarget: { checked: boolean } }) => form.set(name, event.currentTarget.checked),
  })
  return (
    <>
      <NativeSelect
        label={m.partners()}
        name="partner"
        value={partner}
        data={partnerAccesses.map((value) => ({ value, label: accessLabels[value] }))}
        onChange={({ currentTarget }) =>
          form.set('partner', partnerAccesses.find((each) => each === currentTarget.value) ?? partner)
        }
      />
      <Checkbox label={m.staffFillIn()} {...choice('staffEdits')} error={form.errors.staffEdits} />
      <Switch label={m.onIntroductions()} description={m.onIntroductionsHint()} {...choice('onIntroductions')} />
      {isSearchedKind(kind) && <Switch label={m.searchable()} {...choice('searchable')} error={form.errors.searchable} />}
      <Switch
        label={m.onCard()}
        description={m.onCardHint({ max: maxOnCard })}
        {...choice('onCard')}
        error={form.errors.onCard}
      />
      <Switch label={m.inList()} description={m.inListHint()} {...choice('inList')} />
      <Switch label={m.aboutPerson()} description={m.aboutPersonHint()} {...choice('aboutPerson')} />
    </>
  )
}
