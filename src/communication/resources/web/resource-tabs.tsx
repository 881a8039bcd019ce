import { Tabs, Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { currentLocale } from '#platform/domain/languages.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import type { Icon } from '#platform/web/ui/icon.tsx'
import { IconFileText, IconFileTypePdf, IconLink, IconPhoto, IconPresentation, IconTable } from '#platform/web/ui/icons.ts'
import { EmptyState, QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { StatusBadge } from '#platform/web/ui/page/status-badge.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import { MoreButton } from '#platform/web/ui/tables/more-button.tsx'
import type { Resource } from '../api/resources.ts'
import { type ResourceCategory, type ResourceMark, resourceCategories, resourceCategoryLabels } from '../domain.ts'
import { m } from '../messages/messages.ts'
import { resourcesQuery } from './data.ts'
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

/** Common name of a file type. */
function kindOf({ kind, mime }: Resource): { name: string; icon: Icon } {
  if (kind === 'link') return { name: m.link(), icon: IconLink }
  if (mime === 'application/pdf') return { name: 'PDF', icon: IconFileTypePdf }
  if (mime?.startsWith('image/')) return { name: m.image(), icon: IconPhoto }
  if (mime && /excel|spreadsheet/.test(mime)) return { name: 'Excel', icon: IconTable }
  if (mime && /powerpoint|presentation/.test(mime)) return { name: 'PowerPoint', icon: IconPresentation }
  return { name: 'Word', icon: IconFileText }
}

function formatSize(bytes: number): string {
  const kilobytes = Math.max(1, Math.round(bytes / 1024))
  return kilobytes < 1024
    ? m.kilobytes({ size: kilobytes })
    : m.megabytes({ size: (kilobytes / 1024).toLocaleString(currentLocale(), { maximumFractionDigits: 1 }) })
}

/** Icon of a resource's type. */
function FileMark({ resource }: { resource: Resource }) {
  const { icon: Mark } = kindOf(resource)
  return (
    <span className={classes.mark} aria-hidden="true">
      <Mark size={24} stroke={1.5} />
    </span>
  )
}

/** Type, size and date of a resource. */
function FileFacts({ resource }: { resource: Resource }) {
  const { name } = kindOf(resource)
  const facts = [name, resource.size === null ? null : formatSize(resource.size), shortDate(resource.createdAt)]
  return <p className={`figure ${classes.facts}`}>{facts.filter(Boolean).join(' · ')}</p>
}
