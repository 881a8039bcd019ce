import { Button, Group, NativeSelect, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { contractTypeLabels } from '#contracts/contracts/domain/contracts.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { announced, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AutomaticAmendment as Setting, Template } from '../api.ts'
import { m } from '../messages/messages.ts'
import { AssignTemplateDialog } from './assign-template-dialog.tsx'
import { archiveTemplate, automaticQuery, saveAutomatic, templatesQuery } from './data.ts'
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
        {m.newTemplate()}
      </Button>
    </WithRight>
  )
  return (
    <div className={classes.list}>
      <QueryBoundary query={templates} rows={3}>
        {({ templates: all }) => (
          <>
            {all.length === 0 ? (
              <EmptyState title={m.noTemplate()} text={m.noTemplateText()}>
                {add}
              </EmptyState>
            ) : (
              <>
                <Group justify="space-between" mb="md" gap="sm">
                  <Text c="var(--ink-soft)">{m.templatesLead()}</Text>
                  {add}
                </Group>
                <ul className={classes.rows} aria-label={m.templates()}>
                  {all.map((each) => (
                    <li key={each.id} className={classes.row}>
                      <div className={classes.grows}>
                        <Group gap="xs">
                          <Text fw={600}>{each.name}</Text>
                          <StatusBadge tone="known">{contractTypeLabels[each.kind]}</StatusBadge>
                          {each.toReview && <StatusBadge tone="todo">{m.toReview()}</StatusBadge>}
                          {each.olderThanRules && <StatusBadge tone="todo">{m.olderThanRules()}</StatusBadge>}
                        </Group>
                        <Text fz="sm">{each.title}</Text>
                        <SoftText>
                          {m.versionChanged({
                            version: each.version,
                            day: longDate(each.changedAt),
                            by: each.changedBy ?? m.cameWithPortal(),
                          })}
                        </SoftText>
                      </div>
                      <Group gap={6}>
                        <WithRight right="programme">
                          <Button
                            size="compact-sm"
                            variant="default"
                            aria-label={m.editNamed({ name: each.name })}
                            onClick={() => onEdit(each.id)}
                          >
                            {m.edit()}
                          </Button>
                        </WithRight>
                        <WithRight right="contracts">
                          <Button
                            size="compact-sm"
                            aria-label={m.assignTemplate({ name: each.name })}
                            onClick={() => setAssigning(each)}
                          >
                            {m.assign()}
                          </Button>
                        </WithRight>
                        <WithRight right="programme">
                          <Button
                            size="compact-sm"
                            variant="subtle"
                            color="red"
                            aria-label={m.archiveNamed({ name: each.name })}
                            onClick={() => setDoomed(each)}
                          >
                            {m.archive()}
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
        title={m.archiveTemplate()}
        text={m.archiveText({ name: doomed?.name ?? '' })}
        action={m.archive()}
        danger
        onClose={() => setDoomed(null)}
        onConfirm={async () => doomed && announced(archiveTemplate(doomed.id), m.templateArchived())}
      />
    </div>
  )
}

/** Settings of automatic amendments: the switch and the template. */
function AutomaticAmendment({ templates }: { templates: readonly Template[] }) {
  const setting = useQuery(automaticQuery)
  const { tiers } = useSettings().commission
  const { busy, run: save } = useAction(async (next: Setting) => {
    await saveAutomatic(next)
    toastSuccess(next.on ? m.automaticOn() : m.automaticOff())
  })
  const amendments = templates.filter((each) => each.kind === 'amendment')
  if (tiers === 0 && !setting.data?.on) return null
  return (
    <section className={classes.automatic} aria-label={m.automaticAmendments()}>
      <QueryBoundary query={setting} rows={1}>
        {({ on, templateId }) => (
          <>
            <Switch
              label={m.sendAtNewTier()}
              description={m.sendAtNewTierHint()}
              checked={on}
              disabled={busy || (!on && templateId === null)}
              onChange={(event) => save({ on: event.currentTarget.checked, templateId })}
            />
            <NativeSelect
              label={m.template()}
              disabled={busy || amendments.length === 0}
              data={[
                ...(templateId === null ? [{ value: '', label: m.chooseTemplate() }] : []),
                ...amendments.map((each) => ({ value: each.id, label: each.name })),
              ]}
              value={templateId ?? ''}
              onChange={(event) => save({ on, templateId: event.currentTarget.value || null })}
            />
          </>
        )}
      </QueryBoundary>
      {amendments.length === 0 && <SoftText>{m.writeAmendmentFirst()}</SoftText>}
    </section>
  )
}
