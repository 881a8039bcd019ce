import { Button } from '@mantine/core'
import { IconPlus } from '../../ui/icons.ts'
import { useState } from 'react'
import type { Contract } from '#api/contracts.ts'
import type { ContractStatus } from '#domain/contracts.ts'
import { contractTypeLabels, contractTypes } from '#domain/contracts.ts'
import { contractStages, mayHaveStage } from '#domain/signing.ts'
import { useKeptOpen } from '#web/app/kept-open.ts'
import { useRecordInAddress } from '#web/app/record-in-address.ts'
import { usePartnerOptions } from '#web/partners/partner-options.ts'
import { TemplatesButton } from '#web/templates/templates-button.tsx'
import { useListAddress } from '#web/ui/list-address.ts'
import { ListFilters, optionsOf } from '#web/ui/list-filter.tsx'
import { ListPage } from '#web/ui/list-page.tsx'
import { AssignContractDialog } from '../assign/assign-dialog.tsx'
import { ContractEvidenceDrawer } from '../evidence/contract-evidence-drawer.tsx'
import { SealWarning } from '../seal-warning.tsx'
import type { ContractAsk } from './contract-actions.tsx'
import { ContractDialogs } from './contract-dialogs.tsx'
import { stageOptions } from './contract-stage.tsx'
import { ContractsSection } from './contracts-section.tsx'

const filterNames = ['type', 'partner', 'stage'] as const
const stageFilter = { name: 'stage', label: 'Stage', all: 'All stages', options: stageOptions }
const typeFilter = { name: 'type', label: 'Type', all: 'All types', options: optionsOf(contractTypes, contractTypeLabels) }

const created = { label: 'Created', sort: 'date', of: (row: Contract) => row.createdAt } as const
const signed = { label: 'Signed', sort: 'signed', of: (row: Contract) => row.signedAt } as const

/** All contracts: those pending signature and those signed, each in a table with its own order. */
export function Component() {
  const address = useListAddress(filterNames)
  const partners = usePartnerOptions()
  const stage = address.pick('stage', contractStages)
  const list = {
    contractType: address.pick('type', contractTypes),
    partnerId: address.get('partner'),
    stage,
    search: address.search || undefined,
  }
  const [assigning, setAssigning] = useKeptOpen<true>('contracts', () => 'contract')
  const [asked, setAsked] = useState<ContractAsk | null>(null)
  const { id: openId, open, close } = useRecordInAddress('contract')
  const shows = (status: ContractStatus) => !stage || mayHaveStage(status, stage)
  const shared = { address, list, onAsk: setAsked, onOpen: open }
  return (
    <>
      <ListPage
        title="Contracts Management"
        subtitle="Assign contracts and follow their signature"
        actions={
          <>
            <TemplatesButton />
            <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAssigning(true)}>
              Add Contract
            </Button>
          </>
        }
        intro={<SealWarning />}
        address={address}
        label="Search contracts"
        placeholder="Search by partner or title"
        csv={{ path: '/contracts.csv', query: list }}
        filters={
          <ListFilters
            address={address}
            filters={[
              stageFilter,
              typeFilter,
              { name: 'partner', label: 'Partner', all: 'All partners', searchable: true, options: partners },
            ]}
          />
        }
      >
        {shows('en_attente') && (
          <ContractsSection
            title="Pending Signature"
            status="en_attente"
            empty="No contract is waiting for a signature"
            date={created}
            {...shared}
          />
        )}
        {shows('signe') && (
          <ContractsSection title="Signed Contracts" status="signe" empty="No contract is signed yet" date={signed} {...shared} />
        )}
      </ListPage>
      {assigning && <AssignContractDialog onClose={() => setAssigning(null)} />}
      {openId && <ContractEvidenceDrawer contractId={openId} covered={asked !== null} onAsk={setAsked} onClose={close} />}
      {asked && (
        <ContractDialogs
          asked={asked}
          onAsk={setAsked}
          // A dialog may open the next one before it closes itself; its closing must not close that one.
          onClose={() => setAsked((now) => (now === asked ? null : now))}
          onDeleted={(id) => id === openId && close()}
        />
      )}
    </>
  )
}
