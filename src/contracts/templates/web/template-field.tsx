import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { m } from '../messages/messages.ts'
import { templatesQuery } from './data.ts'

/** A select keeps no empty value of its own. */
const later = 'later'

interface TemplateFieldProps {
  /** Name of the form field, for focusing errors. */
  readonly name: string
  /** The template; null: the contract is assigned later. */
  readonly value: string | null
  readonly error?: string | undefined
  readonly onChange: (templateId: string | null) => void
}

/** Select for the template of a new partner's main contract. */
export function TemplateField({ name, value, error, onChange }: TemplateFieldProps) {
  const { data } = useQuery(templatesQuery)
  const templates = data?.templates.filter(({ kind }) => kind === 'main') ?? []
  const chosen = templates.find(({ id }) => id === value)
  return (
    <Select
      label={m.contract()}
      data-field={name}
      data={[{ value: later, label: m.assignLater() }, ...templates.map((each) => ({ value: each.id, label: each.name }))]}
      description={
        chosen &&
        [
          m.templateNote({ version: chosen.version }),
          ...(chosen.toReview ? [`${m.toReview()}.`] : []),
          ...(chosen.olderThanRules ? [m.olderThanRulesHint()] : []),
        ].join(' ')
      }
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      comboboxProps={{ withinPortal: false }}
      value={chosen ? chosen.id : later}
      error={error}
      onChange={(choice) => onChange(choice === later ? null : choice)}
      allowDeselect={false}
    />
  )
}
