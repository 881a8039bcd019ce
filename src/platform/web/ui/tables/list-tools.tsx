import { Button, Group, Loader, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { IconDownload, IconSearch } from '../icons.ts'
import { EmptyState } from '../page/states.tsx'
import { type ListAddress, maxSearchLength } from './list-address.ts'

export interface ListToolsProps {
  readonly address: ListAddress
  /** Accessible name of the search field, and the fields it searches. */
  readonly label: string
  readonly placeholder: string
  /** The export's path in the API, and the filters of the list. */
  readonly csv?: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> }
  /** Label of the button that clears all filters. */
  readonly clear?: string
  /** The search is running. */
  readonly busy?: boolean
  /** Language of the labels, where it differs from the page's. */
  readonly lang?: 'fr'
  readonly filters?: ReactNode
}

/** Toolbar above a list: search, filters, export. */
export function ListTools(props: ListToolsProps) {
  const { address, label, placeholder, csv, clear = 'Clear filters', busy = false, lang, filters } = props
  const csvFilters = Object.entries(csv?.query ?? {}).filter((each): each is [string, string] => Boolean(each[1]))
  return (
    <Group lang={lang} className="list-tools" mb="md" gap="sm" role="search" aria-label={label}>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={placeholder}
        leftSection={<IconSearch size={16} aria-hidden="true" />}
        rightSection={busy ? <Loader size={14} aria-hidden="true" /> : null}
        className="list-search"
        maxLength={maxSearchLength}
        value={address.typed}
        onChange={(event) => address.type(event.currentTarget.value)}
        onKeyDown={(event) => event.key === 'Enter' && address.typedAll()}
      />
      {filters}
      {address.filtered && (
        <Button variant="subtle" onClick={address.clear}>
          {clear}
        </Button>
      )}
      {csv && (
        <Button
          component="a"
          href={`/api${csv.path}${csvFilters.length > 0 ? `?${new URLSearchParams(csvFilters)}` : ''}`}
          download
          variant="default"
          ml="auto"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          CSV
        </Button>
      )}
    </Group>
  )
}

/** Empty state of a filtered list, with a button that clears the filters. */
export function NoResult({
  address,
  title = 'No result for these filters',
  clear = 'Clear filters',
  lang,
}: {
  address: ListAddress
  title?: string
  clear?: string
  lang?: 'fr'
}) {
  return (
    <EmptyState title={title} {...(lang ? { lang } : {})}>
      <Button variant="default" onClick={address.clear}>
        {clear}
      </Button>
    </EmptyState>
  )
}
