import type { ReactNode } from 'react'
import { PageHeader } from '../page/page-header.tsx'
import { ListTools, type ListToolsProps } from './list-tools.tsx'

interface ListPageProps extends ListToolsProps {
  readonly title: string
  readonly subtitle: string
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Tabs of the pages that share the title. */
  readonly tabs?: ReactNode
  /** Above the search: stat cards, notes. */
  readonly intro?: ReactNode
  /** The list, mostly a ListTable. */
  readonly children: ReactNode
}

/** A page with one searchable list: header, search, filters, export, rows. */
export function ListPage({ title, subtitle, actions, tabs, intro, children, ...tools }: ListPageProps) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle}>
        {actions}
      </PageHeader>
      {tabs}
      {intro}
      <ListTools {...tools} />
      {children}
    </>
  )
}
