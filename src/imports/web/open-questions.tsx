import { NativeSelect } from '@mantine/core'
import { FieldPair } from '#platform/web/ui/fields/field-pair.tsx'
import type { Mapping } from '../domain/mapping.ts'
import { m } from '../messages/messages.ts'
import type { Questions } from './propose-mapping.ts'

interface OpenQuestionsProps {
  readonly questions: Questions
  readonly mapping: Mapping
  readonly onChange: (changes: Partial<Mapping>) => void
}

/** What no value decides, each with one of them: nothing is chosen before somebody does. */
export function OpenQuestions({ questions: { days, decimals, cents }, mapping, onChange }: OpenQuestionsProps) {
  if (!days && !decimals && !cents) return null
  const unsaid = { value: '', label: m.pleaseChoose() }
  return (
    <FieldPair>
      {days && (
        <NativeSelect
          required
          label={m.dayOrderOf({ example: days })}
          data={[unsaid, { value: 'dayFirst', label: m.dayFirst() }, { value: 'monthFirst', label: m.monthFirst() }]}
          value={mapping.days ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onChange({ days: value === 'dayFirst' || value === 'monthFirst' ? value : null })
          }
        />
      )}
      {decimals && (
        <NativeSelect
          required
          label={m.decimalSignOf({ example: decimals })}
          data={[unsaid, { value: ',', label: m.decimalComma() }, { value: '.', label: m.decimalPoint() }]}
          value={mapping.decimals ?? ''}
          onChange={({ currentTarget: { value } }) => onChange({ decimals: value === ',' || value === '.' ? value : null })}
        />
      )}
      {cents && (
        <NativeSelect
          label={m.unitOf({ example: cents })}
          data={[
            { value: 'units', label: m.inEuros({ example: cents }) },
            { value: 'cents', label: m.inCents({ example: `${cents.slice(0, -2) || '0'},${cents.slice(-2).padStart(2, '0')}` }) },
          ]}
          value={mapping.isCents ? 'cents' : 'units'}
          onChange={({ currentTarget: { value } }) => onChange({ isCents: value === 'cents' })}
        />
      )}
    </FieldPair>
  )
}
