import { Text } from '@mantine/core'
import { type Fact, FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { type BadgeTone, StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Condition, Finding } from '../domain.ts'
import { m } from '../messages/messages.ts'

const badges: Readonly<Record<Condition, { readonly tone: BadgeTone; readonly label: string }>> = {
  good: { tone: 'received', label: m.good() },
  attention: { tone: 'todo', label: m.attention() },
  bad: { tone: 'danger', label: m.problem() },
}

/** A part of the portal: how it is in a sentence, what to do, and its figures. */
export function Part({ title, finding, facts }: { title: string; finding: Finding; facts: readonly Fact[] }) {
  const { tone, label } = badges[finding.condition]
  return (
    <FactCard title={title} beside={<StatusBadge tone={tone}>{label}</StatusBadge>} facts={facts}>
      <Text fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {finding.sentence}
      </Text>
      {finding.remedy && (
        <SoftText mt={4} style={{ overflowWrap: 'anywhere' }}>
          {finding.remedy}
        </SoftText>
      )}
    </FactCard>
  )
}
