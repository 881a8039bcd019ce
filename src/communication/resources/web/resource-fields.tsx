import { Group, Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { tiersQuery } from '#money/tiers/web/data.ts'
import { LongText } from '#platform/web/ui/fields/long-text.tsx'
import type { Resource } from '../api/resources.ts'
import { type ResourceCategory, resourceCategories, resourceCategoryLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'

/** What staff type about a resource, beside its document. */
export interface ResourceValues extends Readonly<Record<string, unknown>> {
  readonly title: string
  readonly description: string
  readonly category: ResourceCategory
  /** 'all', or the tier from which it can be read. */
  readonly access: string
}

export const emptyResource: ResourceValues = { title: '', description: '', category: 'documents', access: 'all' }

export const resourceInput = ({ title, description, category, access }: ResourceValues) => ({
  title,
  description,
  category,
  minTierId: access === 'all' ? null : access,
})

/** What the field for a resource's file says and accepts. */
export const resourceFile = {
  hint: m.fileHint(),
  accept: '.pdf,.doc,.docx,.xls,.xlsx,.ppt,.pptx,.jpg,.jpeg,.png,.gif,.webp',
} as const

interface ResourceFieldsProps {
  readonly values: ResourceValues
  readonly onChange: (change: Partial<ResourceValues>) => void
  /** From which tier it can be read by now, which may have been archived. */
  readonly minTier?: Resource['minTier']
}

export function ResourceFields({ values: { title, description, category, access }, onChange, minTier }: ResourceFieldsProps) {
  const { data } = useQuery(tiersQuery)
  const tiers = data?.tiers ?? []
  const former = minTier && data && tiers.every(({ id }) => id !== minTier.id) ? [minTier] : []
  return (
    <>
      <TextInput
        label={m.title()}
        required
        data-autofocus
        value={title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <LongText
        label={m.description()}
        minRows={2}
        max={2000}
        value={description}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
      <Group grow align="flex-start">
        <Select
          label={m.category()}
          data={resourceCategories.map((value) => ({ value, label: resourceCategoryLabels[value] }))}
          value={category}
          onChange={(value) => value && onChange({ category: value as ResourceCategory })}
          allowDeselect={false}
        />
        <Select
          label={m.access()}
          data={[
            { value: 'all', label: m.everyone() },
            ...[...tiers, ...former].map(({ id, name }) => ({ value: id, label: m.tierAndUp({ name }) })),
          ]}
          value={access}
          onChange={(value) => onChange({ access: value ?? 'all' })}
          allowDeselect={false}
        />
      </Group>
    </>
  )
}
