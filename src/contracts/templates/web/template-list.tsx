import { Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { contractTypeLabels } from '#contracts/contracts/domain.ts'
import { WithRight } from '#platform/web/app/session/with-right.tsx'
import { announced } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { Template } from '../api.ts'
import { toReviewLabel } from '../domain/main-contract-template.ts'
import { AssignTemplateDialog } from './assign-template-dialog.tsx'
import { AutomaticAmendment } from './automatic-amendment.tsx'
import { archiveTemplate, templatesQuery } from './data.ts'
import classes from './templates.module.css'

interface TemplateListProps {
  readonly onNew: () => void
  readonly onEdit: (id: string) => void
}

/** All active templates, and the settings of automatic amendments. */
export function TemplateList({ onNew, onEdit }: TemplateListProps) {
  const templates = useQuery(templatesQuery)
  const [doomed, setDoomed] = useState<Template | null>(null)
  const [assigning, setAssigning] = useState<Template | null>(null)
  const add = (
    <WithRight right="programme" explained>
      <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={onNew}>
        New template
      </Button>
    </WithRight>
  )
  return (
    <div className={classes.list}>
      <QueryBoundary query={templates} rows={3}>
        {({ templates: all }) => (
          <>
            {all.length === 0 ? (
              <EmptyState
                title="No template yet"
                text={
                  'Write a contract or an amendment once, with fields for the partner, the tier and the rate, and ' +
                  'assign it to as many partners as you like.'
                }
              >
                {add}
              </EmptyState>
            ) : (
              <>
                <Group justify="space-between" mb="md" gap="sm">
                  <Text c="var(--ink-soft)">Written once, assigned as a PDF with each partner’s own values.</Text>
                  {add}
                </Group>
                <ul className={classes.rows} aria-label="Templates">
                  {all.map((each) => (
                    <li key={each.id} className={classes.row}>
                      <div className={classes.grows}>
                        <Group gap="xs">
                          <Text fw={600}>{each.name}</Text>
                          <StatusBadge tone="known">{contractTypeLabels[each.kind]}</StatusBadge>
                          {each.toReview && <StatusBadge tone="todo">{toReviewLabel}</StatusBadge>}
                        </Group>
                        <Text fz="sm">{each.title}</Text>
                        <SoftText>
                          Version {each.version}, {longDate(each.changedAt)}, {each.changedBy ?? 'came with the portal'}
                        </SoftText>
                      </div>
                      <Group gap={6}>
                        <WithRight right="programme">
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={`Edit ${each.name}`}
                            onClick={() => onEdit(each.id)}
                          >
                            Edit
                          </Button>
                        </WithRight>
                        <WithRight right="contracts">
                          <Button size="compact-sm" aria-label={`Assign ${each.name}`} onClick={() => setAssigning(each)}>
                            Assign
                          </Button>
                        </WithRight>
                        <WithRight right="programme">
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            color="red"
                            aria-label={`Archive ${each.name}`}
                            onClick={() => setDoomed(each)}
                          >
                            Archive
                          </Button>
                        </WithRight>
                      </Group>
                    </li>
                  ))}
                </ul>
              </>
            )}
            <AutomaticAmendment templates={all} />
          </>
        )}
      </QueryBoundary>
      {assigning && <AssignTemplateDialog template={assigning} onClose={() => setAssigning(null)} />}
      <ConfirmDialog
        opened={doomed !== null}
        title="Archive template"
        text={
          `Put ${doomed?.name ?? ''} away? It can no longer be assigned. Contracts that were assigned ` +
          'from it stay as they are.'
        }
        action="Archive"
        danger
        onClose={() => setDoomed(null)}
        onConfirm={async () => doomed && announced(archiveTemplate(doomed.id), 'Template archived')}
      />
    </div>
  )
}
