import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ContractStatus } from '#domain/contracts.ts'
import { contractTypeLabels, contractTypes } from '#domain/contracts.ts'
import { contractStages, mayHaveStage } from '#domain/signing.ts'
import { useKeptOpen } from '#web/app/kept-open.ts'
import { partnerNamesQuery } from '#web/partners/data.ts'
import { TemplatesButton } from '#web/templates/templates-button.tsx'
import { useListAddress } from '#web/ui/list-address.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { ListTools } from '#web/ui/list-tools.tsx'
import { PageHeader } from '#web/ui/page-header.tsx'
import { AssignContractDialog } from '../assign/assign-dialog.tsx'
import type { ContractAsk } from './contract-actions.tsx'
import { useContractInAddress } from './contract-address.ts'
import { ContractDialogs } from './contract-dialogs.tsx'
import { ContractEvidenceDrawer } from '../evidence/contract-evidence-drawer.tsx'
import { stageOptions } from './contract-stage.tsx'
import { ContractsSection } from './contracts-section.tsx'
import { SealWarning } from '../seal-warning.tsx'

const filters = ['type', 'partner', 'stage'] as const

/** All contracts in two sections: awaiting signature, and signed. */
export function Component() {
  const address = useListAddress(filters)
  const names = useQuery(partnerNamesQuery)
  const stage = address.pick('stage', contractStages)
  const list = {
    contractType: address.pick('type', contractTypes),
    partnerId: address.get('partner'),
    stage,
    search: address.search || undefined,
  }
  const [assigning, setAssigning] = useKeptOpen<true>('contracts', () => 'contract')
  const [asked, setAsked] = useState<ContractAsk | null>(null)
  const { id: openId, open, close } = useContractInAddress()
  const shows = (status: ContractStatus) => !stage || mayHaveStage(status, stage)
  const shared = { address, list, onAsk: setAsked, onOpen: open }
  return (
    <>
      <PageHeader title="Contracts Management" subtitle="Assign contracts and follow their signature">
        <TemplatesButton />
        <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAssigning(true)}>
          Add Contract
        </Button>
      </PageHeader>
      <SealWarning />
      <ListTools
        address={address}
        label="Search contracts"
        placeholder="Search by partner or title"
        csv={{ path: '/contracts.csv', query: list }}
      >
        <ListFilter address={address} name="stage" label="Stage" all="All stages" options={stageOptions} />
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
      {shows('en_attente') && (
        <ContractsSection
          title="Pending Signature"
          status="en_attente"
          empty="No contract is waiting for a signature"
          date={{ label: 'Created', sort: 'date', of: (row) => row.createdAt }}
          {...shared}
        />
      )}
      {shows('signe') && (
        <ContractsSection
          title="Signed Contracts"
          status="signe"
          empty="No contract is signed yet"
          date={{ label: 'Signed', sort: 'signed', of: (row) => row.signedAt }}
          {...shared}
        />
      )}
      {assigning && <AssignContractDialog onClose={() => setAssigning(null)} />}
      {openId && <ContractEvidenceDrawer contractId={openId} covered={asked !== null} onAsk={setAsked} onClose={close} />}
      {asked && (
        <ContractDialogs
          asked={asked}
          onAsk={setAsked}
          // A dialog that opened the next one closes itself afterwards and must not close the new one.
          onClose={() => setAsked((now) => (now === asked ? null : now))}
          onDeleted={(id) => id === openId && close()}
        />
      )}
    </>
  )
}
