import type { ReactNode } from 'react'
import { PageHeader } from '../page/page-header.tsx'
import { ListTools, type ListToolsProps } from './list-tools.tsx'
import { SortStandsAbove } from './sort-stands-above.ts'

interface ListPageProps extends ListToolsProps {
  readonly title: string
  /** The language of the title, where it is another one than the page's. */
  readonly lang?: string | undefined
  /** What the browser's tab and history call the page, where its heading is a quoted one. Default: the title. */
  readonly name?: string
  readonly subtitle: string
  readonly subtitleLang?: string | undefined
  /** Buttons beside the title. */
  readonly actions?: ReactNode
  /** Tabs of the pages that share the title. */
  readonly tabs?: ReactNode
  /** Above the search: figures, notes. */
  readonly intro?: ReactNode
  /** The list's query: a list without a row has nothing to search or filter. */
  readonly query?: {
    readonly data: { readonly pages: readonly { readonly items: readonly unknown[] }[] } | undefined
  }
  /** The list, mostly a ListTable. */
  readonly children: ReactNode
}

/** The frame of every list: its name, figures that filter, search, filters and view, rows. */
export function ListPage({
  title,
  lang,
  name,
  subtitle,
  subtitleLang,
  actions,
  tabs,
  intro,
  query,
  children,
  ...tools
}: ListPageProps) {
  const isEmpty = !tools.address.filtered && query?.data?.pages.every(({ items }) => items.length === 0)
  return (
    <>
      <PageHeader {...{ title, lang, name, subtitle, subtitleLang }}>{actions}</PageHeader>
      {tabs}
      {intro}
      {!isEmpty && <ListTools {...tools} />}
      <SortStandsAbove value={tools.sorting !== undefined}>{children}</SortStandsAbove>
    </>
  )
}
