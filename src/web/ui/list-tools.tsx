import { Button, Group, Loader, TextInput } from '@mantine/core'
import { IconDownload, IconSearch } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { ListAddress } from './list-address.ts'
import { maxSearchLength } from './list-address.ts'
import { EmptyState } from './states.tsx'

interface ListToolsProps {
  readonly address: ListAddress
  /** Name of the search field, and what it looks through. */
  readonly label: string
  readonly placeholder: string
  /** Path of the list as a table for a spreadsheet, with the filters that are set. */
  readonly csv?: { readonly path: string; readonly query: Readonly<Record<string, string | undefined>> }
  /** The word for taking all filters away. */
  readonly clear?: string
  /** An answer to what was typed is on its way. */
  readonly busy?: boolean
  /** Of its words, where it is not the page's. */
  readonly lang?: 'fr'
  /** The list's own filters. */
  readonly children?: ReactNode
}

/** Above a list: its search, its filters, and the list as a file. */
export function ListTools(props: ListToolsProps) {
  const { address, label, placeholder, csv, clear = 'Clear filters', busy = false, lang, children } = props
  const given = Object.entries(csv?.query ?? {}).filter((each): each is [string, string] => Boolean(each[1]))
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
      />
      {children}
      {address.filtered && (
        <Button variant="subtle" onClick={address.clear}>
          {clear}
        </Button>
      )}
      {csv && (
        <Button
          component="a"
          href={`/api${csv.path}${given.length > 0 ? `?${new URLSearchParams(given)}` : ''}`}
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

/** Nothing fits the filters, which is not the same as nothing there. */
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
