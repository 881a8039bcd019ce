import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { evidenceQuery } from '#contracts/signing/web/evidence/evidence-data.ts'
import { formatReference } from '#platform/domain/references.ts'
import { verifyPath } from '#platform/domain/visitor-paths.ts'
import { shortDate } from '#platform/web/ui/dates.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import type { Contract } from '../../api.ts'
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
            <dt>Reference</dt>
            <dd className="figure">{formatReference(reference)}</dd>
          </div>
          <div>
            <dt>Counter-signature</dt>
            <dd>
              {contract.countersignedAt
                ? `Counter-signed on ${shortDate(contract.countersignedAt)}`
                : 'Waiting for the provider. Your signature counts already.'}
            </dd>
          </div>
          <div>
            <dt>Verification</dt>
            <dd>
              <Anchor component={Link} to={verifyPath(reference)} fz="sm" underline="always">
                Verify this document
              </Anchor>
            </dd>
          </div>
        </dl>
      )}
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>Sealed versions</summary>
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
                {each.role === 'partner' ? 'Signed by you' : 'Counter-signed'} on {shortDate(each.signedAt)}
              </Anchor>
              {each.revokedAt && (
                <Text component="span" fz="sm" c="var(--danger-ink)">
                  {' '}
                  Revoked on {shortDate(each.revokedAt)}
                  {each.revokeReason && `: ${each.revokeReason}`}
                </Text>
              )}
            </li>
          ))}
        </ul>
      )}
    </QueryBoundary>
  )
}
