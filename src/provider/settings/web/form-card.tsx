import { Button } from '@mantine/core'
import { useRight } from '#access/web/rights.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { ErrorState } from '#platform/web/ui/page/states.tsx'
import { type SettingsCardKey, settingsCards } from '../domain/settings.ts'
import type { SettingField, SettingsFields } from '../domain/settings-card.ts'
import { m } from '../messages/messages.ts'
import { CardFrame, type SettingFact } from './card-frame.tsx'
import { isEmptySetting, shownValue } from './setting-values.ts'
import { type StoredValues, useStoredValues } from './sources.ts'

function factOf(field: SettingField, stored: StoredValues): SettingFact {
  if (!isEmptySetting(field, stored)) return [field.label, shownValue(field, stored)]
  return [field.label, field.wanted ? null : (field.without ?? '—')]
}

interface FormCardProps {
  readonly card: SettingsCardKey
  readonly form: SettingsFields
  readonly isMarked: boolean
  readonly onEdit: () => void
}

/** A card whose values are changed in a form. */
export function FormCard({ card, form, isMarked, onEdit }: FormCardProps) {
  const { values, error, refetch } = useStoredValues(form.source)
  const { title, right } = settingsCards[card]
  const mayChange = useRight(right ?? 'programme')
  const { address, commission } = useSettings()
  // Rules that pay by no tier say themselves what makes a commission due.
  const isByRules = card === 'due' && !commission.byTiers
  const facts = form.fields.map((field): SettingFact => {
    if (!values) return [field.label, '…']
    return isByRules ? [field.label, m.rulesSayWhatIsDue()] : factOf(field, values)
  })
  return (
    <CardFrame
      card={card}
      isMarked={isMarked}
      // What was typed as one text before is shown until the parts are complete.
      facts={card === 'address' ? [...facts, [m.peopleRead(), address || null]] : facts}
      action={
        mayChange && (
          <Button variant="default" size="xs" aria-label={m.editNamed({ title })} onClick={onEdit}>
            {m.edit()}
          </Button>
        )
      }
    >
      {error && !values && <ErrorState error={error} onRetry={() => void refetch()} />}
    </CardFrame>
  )
}
