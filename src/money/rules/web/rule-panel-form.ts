import { useState } from 'react'
import type { FieldError } from '#platform/domain/refusal.ts'
import { useDraft } from '#platform/web/app/forms/draft.ts'
import { type FieldErrors, fieldErrorsOf } from '#platform/web/app/forms/form.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastFormError, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { dayText } from '#platform/web/ui/dates.ts'
import type { ListedRule, RuleList } from '../api/rules.ts'
import { countsAll, type RuleDefinition } from '../domain/definition.ts'
import { scopeErrors } from '../domain/rule-errors.ts'
import { m } from '../messages/messages.ts'
import { publishRule } from './data.ts'
import { newRule, readRule, type TypedRule, typedRule } from './typed-rule.ts'

/** A version as typed: what it is for, from when on, and what it pays. */
export interface TypedVersion extends TypedRule {
  readonly partnerId: string | null
  readonly offer: string | null
  readonly validFrom: string
}

export const rulePanelDraft = (id: string | null, ends = false) =>
  id ? `ruleVersion ${id}${ends ? ' ends' : ''}` : 'ruleVersion'

type Scope = Pick<TypedVersion, 'partnerId' | 'offer'>

const isFor = ({ partner, offer }: ListedRule, scope: Scope): boolean =>
  (partner?.id ?? null) === scope.partnerId && (offer?.key ?? null) === scope.offer

/** What applies to a scope until it has a rule of its own, in the order in which rules precede each other. */
function termsBefore({ rules }: RuleList, { partnerId, offer }: Scope): RuleDefinition | null {
  const scopes = [
    { partnerId, offer },
    { partnerId, offer: null },
    { partnerId: null, offer },
    { partnerId: null, offer: null },
  ]
  const found = scopes.flatMap((scope) => rules.filter((each) => isFor(each, scope)))
  const definition = found.find(({ versions: [latest] }) => latest?.definition)?.versions[0]?.definition ?? null
  // Bonuses over all offers go on counting the leads of an offer that gets a rule of its own.
  return definition && offer !== null
    ? { ...definition, bonuses: definition.bonuses.filter((bonus) => !countsAll(bonus)) }
    : definition
}

function initialOf(rule: ListedRule | null, list: RuleList): TypedVersion {
  const latest = rule?.versions[0]
  const definition =
    rule?.versions.find((version) => version.definition !== null)?.definition ??
    termsBefore(list, { partnerId: null, offer: null })
  const { today } = list
  const validFrom = latest && latest.validFrom > today ? latest.validFrom : today
  return {
    ...(definition ? typedRule(definition) : newRule),
    partnerId: rule?.partner?.id ?? null,
    offer: rule?.offer?.key ?? null,
    validFrom,
  }
}

/** The newest version of the scope that is typed; 0 where it has none. */
const newestOf = ({ rules }: RuleList, scope: Scope): number =>
  rules.find((each) => isFor(each, scope))?.versions[0]?.version ?? 0

/** The typed rule after another scope was chosen: what applies there now, unless something else was typed. */
export function inScope(list: RuleList, before: TypedVersion, scope: Partial<Scope>): TypedVersion {
  const after = { ...before, ...scope }
  const shown = termsBefore(list, before)
  const wanted = termsBefore(list, after)
  if (!shown || !wanted) return after
  const isAsProposed = Object.entries(typedRule(shown)).every(
    ([name, value]) => JSON.stringify(before[name]) === JSON.stringify(value),
  )
  return isAsProposed ? { ...after, ...typedRule(wanted) } : after
}

const focusAt = (path: string) =>
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`form [name="${CSS.escape(path)}"], form [data-field="${CSS.escape(path)}"]`)?.focus(),
  )

const withoutPrefix = ({ path, message }: FieldError): FieldError => ({ path: path.replace(/^definition\./, ''), message })

/** What is typed, its errors, and what is asked before it is published. `warnings`: it could pay more than the revenue. */
export function useRulePanel(rule: ListedRule | null, list: RuleList, ends: boolean, onClose: () => void) {
  const draft = useDraft<TypedVersion>(rulePanelDraft(rule?.id ?? null, ends), initialOf(rule, list))
  const [errors, setErrors] = useState<FieldErrors>({})
  const [warnings, setWarnings] = useState<readonly FieldError[]>([])
  const { values } = draft
  const read = readRule(values)
  const ruleErrors = read.errors.length > 0 ? read.errors : scopeErrors(values.offer, read.definition)
  const show = (found: readonly FieldError[]) => {
    setErrors(fieldErrorsOf(found))
    const [first] = found
    if (!first) return
    toastFormError(m.ruleNotPossible(), first.message)
    focusAt(first.path)
  }
  const send = async (definition: RuleDefinition | null, confirmed: boolean) => {
    const { partnerId, offer, validFrom } = values
    await publishRule({ partnerId, offer, validFrom, definition, after: newestOf(list, values), confirmed })
    draft.markPristine()
    toastSuccess(m.published(), m.publishedText({ day: dayText(validFrom) }))
    onClose()
  }
  const { busy, run } = useAction(send, (error) => {
    if (!(error instanceof ApiError)) return toastFailure(m.error(), error)
    if (error.code === 'rule_pays_more_than_revenue') return setWarnings(error.fields.map(withoutPrefix))
    if (error.fields.length > 0) return show(error.fields.map(withoutPrefix))
    return toastFailure(m.error(), error)
  })
  const publish = () => {
    const scope = rule || values.partnerId || values.offer ? [] : [{ path: 'offer', message: m.chooseScope() }]
    const day = values.validFrom ? [] : [{ path: 'validFrom', message: m.firstDayMissing() }]
    const found = [...scope, ...day, ...(ends ? [] : ruleErrors)]
    if (found.length > 0) show(found)
    else run(ends ? null : read.definition, false)
  }
  return {
    values,
    errors,
    warnings,
    busy,
    dirty: draft.dirty,
    /** What is typed, where it is a rule. */
    definition: ends || ruleErrors.length > 0 ? null : read.definition,
    scope: { partnerId: values.partnerId, offer: values.offer },
    change: (change: Partial<TypedVersion>) => {
      draft.set((before) => ({ ...before, ...change }))
      setErrors({})
    },
    choose: (scope: Partial<Scope>) => {
      draft.set((before) => inScope(list, before, scope))
      setErrors({})
    },
    onSubmit: (event: { preventDefault: () => void }) => {
      event.preventDefault()
      publish()
    },
    handleDiscard: (close: () => void) => () => {
      draft.reset()
      draft.markPristine()
      close()
    },
    forgetWarnings: () => setWarnings([]),
    confirm: () => send(read.definition, true),
  }
}
export type RulePanelForm = ReturnType<typeof useRulePanel>
