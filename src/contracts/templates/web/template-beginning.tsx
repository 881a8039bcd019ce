import { NativeSelect } from '@mantine/core'
import type { ContractType } from '#contracts/contracts/domain.ts'
import type { TemplateForm } from './template-form.ts'

const kinds = [
  { value: 'main', label: 'Main contract' },
  { value: 'amendment', label: 'Amendment' },
  { value: 'mandate', label: 'Billing mandate' },
]
const beginnings = [
  { value: 'empty', label: 'Empty' },
  { value: 'shipped', label: 'French partnership contract' },
]

/** What a new template is, and which text it begins with. */
export function TemplateBeginning({ form }: { form: TemplateForm }) {
  const { values } = form
  return (
    <>
      <NativeSelect
        label="Kind"
        data={kinds}
        value={values.kind}
        onChange={(event) => form.setKind(event.currentTarget.value as ContractType)}
      />
      {values.kind === 'main' && (
        <NativeSelect
          label="Begin with"
          description={form.hasOwnText ? 'Your text stays: empty it to begin with another' : undefined}
          data={beginnings}
          disabled={form.hasOwnText}
          value={values.toReview ? 'shipped' : 'empty'}
          onChange={(event) => form.beginWith(event.currentTarget.value === 'shipped')}
        />
      )}
    </>
  )
}
