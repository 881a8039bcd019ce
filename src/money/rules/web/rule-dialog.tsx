import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import type { FieldError } from '#platform/domain/refusal.ts'
import { forgetDraft, useDraft } from '#platform/web/app/forms/draft.ts'
import { type FieldErrors, fieldErrorsOf } from '#platform/web/app/forms/form.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastFormError } from '#platform/web/app/toasts/toasts.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { RulePreview } from '../api/rules.ts'
import { m } from '../messages/messages.ts'
import { BonusRows } from './bonus-rows.tsx'
import { previewRule } from './data.ts'
import { RuleFields } from './rule-fields.tsx'
import { RuleResult } from './rule-result.tsx'
import { newRule, readRule, type TypedRule } from './typed-rule.ts'

const draftName = 'commission-rule'

/** What is typed, its errors, and what the last comparison came to; a change puts the comparison away. */
function useRuleForm() {
  const draft = useDraft<TypedRule>(draftName, newRule)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [preview, setPreview] = useState<RulePreview | null>(null)
  const show = (found: readonly FieldError[]) => {
    setErrors(fieldErrorsOf(found))
    const [first] = found
    if (!first) return
    toastFormError(m.ruleNotPossible(), first.message)
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`form [name="${CSS.escape(first.path)}"]`)?.focus())
  }
  const { busy, run } = useAction(
    async (rule: TypedRule) => {
      setPreview(await previewRule(readRule(rule).definition, {}))
    },
    (error) => {
      if (!(error instanceof ApiError) || error.code !== 'invalid_input') return toastFailure(m.error(), error)
      show(error.fields.map(({ path, message }) => ({ path: path.replace(/^definition\./, ''), message })))
    },
  )
  return {
    rule: draft.values,
    errors,
    preview,
    busy,
    change: (change: Partial<TypedRule>) => {
      draft.set((before) => ({ ...before, ...change }))
      setErrors({})
      setPreview(null)
    },
    compare: () => {
      const { errors: found } = readRule(draft.values)
      setPreview(null)
      if (found.length > 0) show(found)
      else run(draft.values)
    },
  }
}

/** Compares what leads have brought with what they would have brought under another rule. */
export default function RuleDialog({ onClose }: { onClose: () => void }) {
  const { rule, errors, preview, busy, change, compare } = useRuleForm()
  const close = () => {
    forgetDraft(draftName)
    onClose()
  }
  return (
    <Dialog onClose={close} size={720} title={m.tryARule()}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          compare()
        }}
      >
        <Stack gap="md">
          <SoftText>{m.tryARuleLead()}</SoftText>
          <RuleFields rule={rule} errors={errors} onChange={change} />
          <BonusRows rule={rule} errors={errors} onChange={change} isForOffer={null} />
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              {m.close()}
            </Button>
            <WithRight right="programme" explained>
              <Button type="submit" loading={busy}>
                {m.compare()}
              </Button>
            </WithRight>
          </Group>
          {preview && <RuleResult preview={preview} />}
        </Stack>
      </form>
    </Dialog>
  )
}
