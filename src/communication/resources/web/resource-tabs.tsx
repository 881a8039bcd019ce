import { Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { shortDate } from '#platform/web/ui/dates.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { Resource } from '../api/resources.ts'
import { type ResourceCategory, type ResourceMark, resourceCategories, resourceCategoryLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { resourcesQuery } from './data.ts'
import { FileFacts, FileMark } from './file-mark.tsx'
import classes from './resource-tabs.module.css'

function Category({ category, actions }: { category: ResourceCategory; actions: (resource: Resource) => ReactNode }) {
  const resources = useInfiniteQuery(resourcesQuery(category))
  return (
    <QueryBoundary query={resources} rows={3}>
      {(data) => {
        const rows = data.pages.flatMap((page) => page.items)
        if (rows.length === 0) return <EmptyState title={m.noneInCategory()} lang={m.noneInCategory.lang} />
        return (
          <>
            <div className={classes.cards}>
              {rows.map((resource) => (
                <article key={resource.id} className={classes.card} aria-label={resource.title}>
                  <div className={classes.head}>
                    <FileMark resource={resource} />
                    <div>
                      <Title order={2} fz={16} ff="var(--mantine-font-family)" fw={600}>
                        {resource.title}
                      </Title>
                      <FileFacts resource={resource} />
                    </div>
                  </div>
                  <SoftText className={classes.description}>{resource.description}</SoftText>
                  {resource.revision && (
                    <Text fz="sm" className={classes.revision}>
                      {m.revised({
                        version: resource.version,
                        day: shortDate(resource.revision.at),
                        note: resource.revision.note,
                      })}
                    </Text>
                  )}
                  {resource.mark && (
                    <StatusBadge tone={resource.mark === 'new' ? 'received' : 'todo'}>{markLabels[resource.mark]}</StatusBadge>
                  )}
                  {resource.minTier && <StatusBadge tone="known">{m.tierAndUp({ name: resource.minTier.name })}</StatusBadge>}
                  <div className={classes.actions}>{actions(resource)}</div>
                </article>
              ))}
            </div>
            <MoreButton query={resources} />
          </>
        )
      }}
    </QueryBoundary>
  )
}

const markLabels: Readonly<Record<ResourceMark, string>> = { new: m.isNew(), updated: m.isUpdated() }

/** Resources in their three categories. */
export function ResourceTabs({ actions }: { actions: (resource: Resource) => ReactNode }) {
  return (
    <Tabs defaultValue="documents" keepMounted={false}>
      <Tabs.List mb="lg">
        {resourceCategories.map((category) => (
          <Tabs.Tab key={category} lang={m.documents.lang} value={category}>
            {resourceCategoryLabels[category]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {resourceCategories.map((category) => (
        <Tabs.Panel key={category} value={category}>
          <Category category={category} actions={actions} />
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
