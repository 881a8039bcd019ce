import { Anchor } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { contractTypeLabels } from '#contracts/contracts/domain.ts'
import { Stage } from '#contracts/contracts/web/list/contract-stage.tsx'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { FactCard } from '#platform/web/ui/page/fact-card.tsx'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { m } from '../messages/messages.ts'
import { newestContractsQuery } from './data.ts'
import classes from './partner-page.module.css'

/** The newest contracts, each with its stage, and the way to all of them. */
export function ContractCard({ partnerId }: { partnerId: string }) {
  const query = useQuery(newestContractsQuery(partnerId))
  return (
    <FactCard
      title={m.contracts()}
      beside={
        <Anchor component={Link} to={`${pagePaths.adminContracts}?partner=${partnerId}`} fz="sm">
          {m.allContracts()}
        </Anchor>
      }
    >
      <QueryBoundary query={query} rows={2}>
        {({ items }) =>
          items.length === 0 ? (
            <p className={classes.soft}>{m.noContract()}</p>
          ) : (
            <ul className={classes.rows}>
              {items.map((contract) => (
                <li key={contract.id}>
                  <span>
                    <Anchor component={Link} to={`${pagePaths.adminContracts}?contract=${contract.id}`} fz="sm">
                      {contract.title}
                    </Anchor>
                    <span className={classes.soft}> {contractTypeLabels[contract.contractType]}</span>
                  </span>
                  <span>
                    <Stage contract={contract} />
                  </span>
                </li>
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </FactCard>
  )
}
