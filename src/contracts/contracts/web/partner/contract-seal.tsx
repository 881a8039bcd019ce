import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { verifyPath } from '#access/domain/visitor-paths.ts'
import { formatReference } from '#platform/domain/references.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import { evidenceQuery } from '../evidence/evidence-data.ts'
import classes from './contract-page.module.css'

/** Reference, counter-signature and sealed versions of a signed contract. */
export function ContractSeal({ contract }: { contract: Contract }) {
  const [open, setOpen] = useState(false)
  const { reference } = contract
  if (!contract.sealed) return null
  return (
    <div className={classes.seal}>
      {reference && (
        <dl className={classes.sealFacts}>
          <div>
            <dt>{m.reference()}</dt>
            <dd className="figure">{formatReference(reference)}</dd>
          </div>
          <div>
            <dt>{m.counterSignature()}</dt>
            <dd>
              {contract.countersignedAt
                ? m.counterSignedOn({ countersignedAt: shortDate(contract.countersignedAt) })
                : m.counterSignatureAwaited()}
            </dd>
          </div>
          <div>
            <dt>{m.verification()}</dt>
            <dd>
              <Anchor component={Link} to={verifyPath(reference)} fz="sm" underline="always">
                {m.verifyDocument()}
              </Anchor>
            </dd>
          </div>
        </dl>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{m.sealedVersions()}</summary>
        {open && <Versions contractId={contract.id} />}
      </details>
    </div>
  )
}

function Versions({ contractId }: { contractId: string }) {
  const evidence = useQuery(evidenceQuery(contractId))
  return (
    <QueryBoundary query={evidence} rows={2}>
      {({ signatures }) => (
        <ul className={classes.versions}>
          {signatures.toReversed().map((each) => (
            <li key={each.id}>
              <Anchor href={each.fileUrl} download fz="sm" underline="always">
                {each.role === 'partner'
                  ? m.signedByYouOn({ day: shortDate(each.signedAt) })
                  : m.counterSignedOn({ countersignedAt: shortDate(each.signedAt) })}
              </Anchor>
              {each.revokedAt && (
                <Text component="span" fz="sm" c="var(--danger-ink)">
                  {' '}
                  {each.revokeReason
                    ? m.revokedOnBecause({ day: shortDate(each.revokedAt), reason: each.revokeReason })
                    : m.revokedOn({ day: shortDate(each.revokedAt) })}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  )
}
