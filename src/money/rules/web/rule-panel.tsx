import { NativeSelect, Select, Stack, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { partnerLine } from '#accounts/people/domain.ts'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { offersQuery } from '#leads/offers/web/data.ts'
import { typeset } from '#platform/domain/typesetting.ts'
import { FormDialog } from '#platform/web/app/forms/form-dialog.tsx'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import { matchingOptions } from '#platform/web/ui/fields/matching-options.ts'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ListedRule, RuleList } from '../api/rules.ts'
import type { RuleDefinition } from '../domain/definition.ts'
import { m } from '../messages/messages.ts'
import { BonusRows } from './bonus-rows.tsx'
import { previewQuery, type RuleScope } from './data.ts'
import { RuleFields } from './rule-fields.tsx'
import { type RulePanelForm, rulePanelDraft, useRulePanel } from './rule-panel-form.ts'
import { RuleResult } from './rule-result.tsx'
import classes from './rules.module.css'
import { scopeText } from './scope-text.ts'

export { rulePanelDraft }

interface RulePanelProps {
  /** The rule that gets a version; null for a scope that is chosen here. */
  readonly rule: ListedRule | null
  /** The version ends the rule. */
  readonly ends: boolean
  readonly list: RuleList
  readonly onClose: () => void
}

/** A version of a rule beside the page, and what it would have paid while it is typed. */
export function RulePanel({ rule, ends, list, onClose }: RulePanelProps) {
  const form = useRulePanel(rule, list, ends, onClose)
  return (
    <>
      <FormDialog
        form={form}
        title={rule ? (ends ? m.endRule : m.newVersionOf)({ scope: scopeText(rule) }) : m.newRuleTitle()}
        action={ends ? m.end() : m.publish()}
        danger={ends}
        right="programme"
        side="right"
        size="xl"
        follows
        onClose={onClose}
      >
        <div className={classes.columns}>
          <div className={classes.fields}>
            {!rule && <ScopeFields form={form} />}
            <TextInput
              label={m.firstDay()}
              description={m.firstDayHint()}
              type="date"
              name="validFrom"
              required
              min={list.today}
              value={form.values.validFrom}
              error={form.errors.validFrom}
              onChange={({ currentTarget: { value } }) => form.change({ validFrom: value })}
            />
            {ends ? <SoftText>{form.errors.definition ?? m.versionEnds()}</SoftText> : <PaysFields form={form} />}
          </div>
          <Preview definition={form.definition} scope={form.scope} />
        </div>
      </FormDialog>
      <ConfirmDialog
        opened={form.warnings.length > 0}
        title={m.morePaid()}
        text={typeset(form.warnings.map(({ message }) => message).join(' '))}
        action={m.publishAllTheSame()}
        danger
        onClose={form.forgetWarnings}
        onConfirm={form.confirm}
      />
    </>
  )
}

/** What a new rule is for. */
function ScopeFields({ form: { values, errors, choose } }: { readonly form: RulePanelForm }) {
  const offers = (useQuery(offersQuery).data?.offers ?? []).filter(({ archivedAt }) => archivedAt === null)
  const partners = useQuery(partnerNamesQuery).data?.partners ?? []
  return (
    <FieldPair>
      <NativeSelect
        label={m.offer()}
        name="offer"
        data-autofocus
        value={values.offer ?? ''}
        data={[{ value: '', label: m.everyOffer() }, ...offers.map(({ key, staffName }) => ({ value: key, label: staffName }))]}
        error={errors.offer}
        onChange={({ currentTarget: { value } }) => choose({ offer: value || null })}
      />
      <Select
        label={m.partner()}
        data-field="partnerId"
        searchable
        clearable
        filter={matchingOptions}
        limit={50}
        comboboxProps={{ withinPortal: false }}
        openOnFocus={false}
        placeholder={m.everyPartner()}
        data={partners.map((each) => ({ value: each.id, label: partnerLine(each) }))}
        value={values.partnerId}
        error={errors.partnerId}
        onChange={(partnerId) => choose({ partnerId })}
      />
    </FieldPair>
  )
}

function PaysFields({ form: { values, errors, change } }: { readonly form: RulePanelForm }) {
  return (
    <Stack gap="md">
      <RuleFields rule={values} errors={errors} onChange={change} />
      <TextInput
        label={m.reductionMonths()}
        description={m.reductionHint()}
        name="reduction.months"
        inputMode="numeric"
        value={values.reduction}
        error={errors['reduction.months']}
        onChange={({ currentTarget: { value } }) => change({ reduction: value })}
      />
      <BonusRows rule={values} errors={errors} onChange={change} isForOffer={values.offer !== null} />
    </Stack>
  )
}

/** What the last twelve months would have brought with what is typed, a moment after it was. */
function Preview({ definition, scope }: { readonly definition: RuleDefinition | null; readonly scope: RuleScope }) {
  const [typed] = useDebouncedValue(definition && JSON.stringify(definition), 500)
  const { data } = useQuery(previewQuery(typed === null ? null : (JSON.parse(typed) as RuleDefinition), scope))
  return (
    <section className={classes.preview} aria-labelledby="draft-preview" aria-live="polite">
      <h3 id="draft-preview">{m.draftComparison()}</h3>
      {definition && data ? <RuleResult preview={data} isQuiet /> : <SoftText>{m.draftIncomplete()}</SoftText>}
    </section>
  )
}
