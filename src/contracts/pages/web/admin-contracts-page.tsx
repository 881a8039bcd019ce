import { Button } from '@mantine/core'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { usePartnerFilter } from '#accounts/people/web/partner-filter.ts'
import { type Contract, contractList } from '#contracts/contracts/api/contracts.ts'
import { type ContractStatus, contractTypeLabels, contractWaitLabels } from '#contracts/contracts/domain/contracts.ts'
import { contractStageLabels, mayHaveStage } from '#contracts/contracts/domain/signing.ts'
import { AssignContractDialog } from '#contracts/contracts/web/assign/assign-dialog.tsx'
import { ContractEvidenceDrawer } from '#contracts/contracts/web/evidence/contract-evidence-drawer.tsx'
import type { ContractAsk } from '#contracts/contracts/web/list/contract-actions.tsx'
import { SealWarning } from '#contracts/contracts/web/seal-warning.tsx'
import { TemplatesButton } from '#contracts/templates/web/templates-button.tsx'
import { useKeptOpen } from '#platform/web/app/kept-open.ts'
import { useOpenedByAddress } from '#platform/web/app/opened-by-address.ts'
import { useRecordInAddress } from '#platform/web/app/record-in-address.ts'
import { IconPlus } from '#platform/web/ui/icons.ts'
import { ListFilters } from '#platform/web/ui/tables/list-filter.tsx'
import { ListPage } from '#platform/web/ui/tables/list-page.tsx'
import { useList } from '#platform/web/ui/tables/use-list.ts'
import { m } from '../messages/messages.ts'
import { contractViewColumns } from './contract-columns.tsx'
import { ContractDialogs } from './contract-dialogs.tsx'
import { ContractsSection } from './contracts-section.tsx'

const chips = {
  stage: { label: m.stage(), all: m.allStages(), labels: contractStageLabels },
  waits: { label: m.turn(), all: m.anyTurn(), labels: contractWaitLabels },
  contractType: { name: 'type', label: m.type(), all: m.allTypes(), labels: contractTypeLabels },
}

const created = { label: m.created(), sort: 'date', of: (row: Contract) => row.createdAt } as const
const signed = { label: m.signedDate(), sort: 'signed', of: (row: Contract) => row.signedAt } as const

/** All contracts: those pending signature and those signed, each in a table with its own order. */
export function Component() {
  const { address, filter, filters } = useList(contractList, { ...chips, partnerId: usePartnerFilter() })
  const [assigning, setAssigning] = useKeptOpen<true>('contracts', () => 'contract')
  const [action, setAction] = useState<ContractAsk | null>(null)
  useOpenedByAddress('contract', 'contracts', () => setAssigning(true))
  const { id: openId, open, close } = useRecordInAddress('contract')
  const { stage, waits } = filter
  const shows = (status: ContractStatus) => (!stage || mayHaveStage(status, stage)) && (!waits || status === 'en_attente')
  const shared = { address, filter, onAsk: setAction, onOpen: open }
  return (
    <>
      <ListPage
        title={m.contractsManagement()}
        lang={m.contractsManagement.lang}
        name={m.contracts()}
        subtitle={m.contractsLead()}
        actions={
          <>
            <TemplatesButton />
            <WithRight right="contracts" explained>
              <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={() => setAssigning(true)}>
                {m.addContract()}
              </Button>
            </WithRight>
          </>
        }
        intro={<SealWarning />}
        address={address}
        label={m.searchContracts()}
        placeholder={m.searchHint()}
        csv={{ path: '/contracts.csv', query: filter }}
        columns={contractViewColumns}
        filters={<ListFilters address={address} filters={filters} period={m.created()} />}
      >
        {shows('en_attente') && (
          <ContractsSection title={m.pendingSignature()} status="en_attente" empty={m.nonePending()} date={created} {...shared} />
        )}
        {shows('signe') && (
          <ContractsSection title={m.signedContracts()} status="signe" empty={m.noneSigned()} date={signed} {...shared} />
        )}
      </ListPage>
      {assigning && <AssignContractDialog onClose={() => setAssigning(null)} />}
      {openId && <ContractEvidenceDrawer contractId={openId} covered={action !== null} onAsk={setAction} onClose={close} />}
      {action && (
        <ContractDialogs
          action={action}
          onAsk={setAction}
          // A dialog may open the next one before it closes itself; its closing must not close that one.
          onClose={() => setAction((now) => (now === action ? null : now))}
          onDeleted={(id) => id === openId && close()}
        />
      )}
    </>
  )
}
