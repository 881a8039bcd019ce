import { NativeSelect } from '@mantine/core'
import type { ContractType } from '#contracts/contracts/domain.ts'
import { m } from '../messages/messages.ts'
import type { TemplateForm } from './template-form.ts'

const kinds = [
  { value: 'main', label: m.mainContract() },
  { value: 'amendment', label: m.amendment() },
  { value: 'mandate', label: m.mandate() },
]
const beginnings = [
  { value: 'empty', label: m.empty() },
  { value: 'shipped', label: m.frenchContract() },
]

/** What a new template is, and which text it begins with. */
export function TemplateBeginning({ form }: { form: TemplateForm }) {
  const { values } = form
  return (
    <>
      <NativeSelect
        label={m.kind()}
        data={kinds}
        value={values.kind}
        onChange={(event) => form.setKind(event.currentTarget.value as ContractType)}
      />
      {values.kind === 'main' && (
        <NativeSelect
          label={m.beginWith()}
          description={form.hasOwnText ? m.ownTextStays() : undefined}
          data={beginnings}
          disabled={form.hasOwnText}
          value={values.toReview ? 'shipped' : 'empty'}
          onChange={(event) => form.beginWith(event.currentTarget.value === 'shipped')}
        />
      )}
    </>
  )
}
