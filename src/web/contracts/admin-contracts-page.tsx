import { Button, Group, Table, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { Contract } from '#contract/contracts.ts'
import { contractSorts } from '#contract/contracts.ts'
import type { ContractStatus } from '#domain/contracts.ts'
import { contractTypeLabels, contractTypes } from '#domain/contracts.ts'
import { announced, toastFailure, toastSuccess } from '../app/toasts.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { shortDate } from '../ui/dates.ts'
import type { ListAddress } from '../ui/list-address.ts'
import { useListAddress } from '../ui/list-address.ts'
import { ListFilter, ListTools, NoResult } from '../ui/list-tools.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { nameOf } from '#domain/partners.ts'
import { EmptyState, Loaded } from '../ui/states.tsx'
import { MoreButton, TableFrame } from '../ui/table-frame.tsx'
import { AssignContractDialog } from './assign-dialog.tsx'
import type { ContractList } from './data.ts'
import { contractsQuery, deleteContract, revokeContract, validateContract } from './data.ts'

const sorts = contractSorts.flatMap((each) => [each, `-${each}`] as const)
const filters = ['type', 'partner'] as const

function Section({
  title,
  status,
  empty,
  address,
  list,
  date,
  actions,
}: {
  title: string
  status: ContractStatus
  empty: string
  address: ListAddress
  list: ContractList
  date: { label: string; sort: 'date' | 'signed'; of: (row: Contract) => string | null }
  actions: (row: Contract) => ReactNode
}) {
  const sortName = `sort-${date.sort}`
  const sort = address.pick(sortName, sorts) ?? (`-${date.sort}` as const)
  const contracts = useInfiniteQuery(contractsQuery({ ...list, status, sort }))
  return (
    <section>
      <Title order={2} fz={20} mb="sm" mt="lg">
        {title}
      </Title>
      <Loaded query={contracts} rows={3}>
        {(data) => {
          const rows = data.pages.flatMap((page) => page.items)
          if (rows.length === 0 && address.filtered) return <NoResult address={address} />
          if (rows.length === 0) return <EmptyState title={empty} />
          return (
            <>
              <TableFrame
                label={title}
                busy={contracts.isPlaceholderData}
                sorting={{ by: sort, onSort: (by) => address.set(sortName, by) }}
                head={[
                  { label: 'Partner', sort: 'partner' },
                  { label: 'Type', sort: 'type' },
                  { label: 'Tier', sort: 'title' },
                  { label: date.label, sort: date.sort },
                  { label: 'Actions', end: true },
                ]}
              >
                {rows.map((row) => {
                  const at = date.of(row)
                  return (
                    <Table.Tr key={row.id}>
                      <Table.Td>{nameOf(row.partner)}</Table.Td>
                      <Table.Td>{contractTypeLabels[row.contractType]}</Table.Td>
                      <Table.Td>
                        {row.title}
                        {row.signedBy === 'manual' && (
                          <Text fz="xs" c="var(--ink-soft)">
                            Validated by hand
                          </Text>
                        )}
                      </Table.Td>
                      <Table.Td className="figure">{at ? shortDate(at) : '—'}</Table.Td>
                      <Table.Td>
                        <Group gap={6} justify="flex-end" wrap="nowrap">
                          {row.document && (
                            <Button
                              component="a"
                              href={row.document.kind === 'file' ? `${row.document.url}&inline=1` : row.document.url}
                              target="_blank"
                              rel="noopener noreferrer"
                              size="compact-sm"
                              variant="default"
                            >
                              View
                            </Button>
                          )}
                          {actions(row)}
                        </Group>
                      </Table.Td>
                    </Table.Tr>
                  )
                })}
              </TableFrame>
              <MoreButton query={contracts} />
            </>
          )
        }}
      </Loaded>
    </section>
  )
}

/** Every contract: what waits for a signature, and what is signed. */
export function Component() {
  const address = useListAddress(filters)
  const names = useQuery(partnerNamesQuery)
  const list = {
    contractType: address.pick('type', contractTypes),
    partnerId: address.get('partner'),
    search: address.search || undefined,
  }
  const [assigning, setAssigning] = useState(false)
  const [doomed, setDoomed] = useState<Contract | null>(null)
  const doing = (work: Promise<unknown>, title: string, text: string) =>
    void work.then(() => toastSuccess(title, text)).catch((error) => toastFailure('Error', error))
  return (
    <>
      <PageHeader title="Contracts Management" subtitle="Assign contracts and follow their signature">
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAssigning(true)}>
          Add Contract
        </Button>
      </PageHeader>
      <ListTools
        address={address}
        label="Search contracts"
        placeholder="Search by partner or title"
        csv={{ path: '/contracts.csv', query: list }}
      >
        <ListFilter
          address={address}
          name="type"
          label="Type"
          all="All types"
          options={contractTypes.map((value) => ({ value, label: contractTypeLabels[value] }))}
        />
        <ListFilter
          address={address}
          name="partner"
          label="Partner"
          all="All partners"
          searchable
          options={(names.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name }))}
        />
      </ListTools>
      <Section
        title="Pending Signature"
        address={address}
        list={list}
        status="en_attente"
        empty="No contract is waiting for a signature"
        date={{ label: 'Created', sort: 'date', of: (row) => row.createdAt }}
        actions={(row) => (
          <>
            {row.can.validate && (
              <Button
                size="compact-sm"
                onClick={() => doing(validateContract(row.id), 'Contract validated', `${row.title} is marked as signed`)}
              >
                Validate
              </Button>
            )}
            {row.can.delete && (
              <Button size="compact-sm" variant="subtle" color="red" onClick={() => setDoomed(row)}>
                Delete
              </Button>
            )}
          </>
        )}
      />
      <Section
        title="Signed Contracts"
        address={address}
        list={list}
        status="signe"
        empty="No contract is signed yet"
        date={{ label: 'Signed', sort: 'signed', of: (row) => row.signedAt }}
        actions={(row) =>
          row.can.revoke && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => doing(revokeContract(row.id), 'Contract revoked', `${row.title} is pending again`)}
            >
              Revoke
            </Button>
          )
        }
      />
      {assigning && <AssignContractDialog onClose={() => setAssigning(false)} />}
      <ConfirmDialog
        opened={doomed !== null}
        title="Delete contract"
        text={`Delete ${doomed?.title ?? ''} of ${doomed?.partner.name ?? ''}? Links to the document stop working. This action cannot be undone.`}
        action="Delete"
        danger
        onClose={() => setDoomed(null)}
        onConfirm={async () => doomed && announced(deleteContract(doomed.id), 'Contract deleted')}
      />
    </>
  )
}
