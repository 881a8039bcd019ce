import { useRef } from 'react'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'
import { ContractReader } from '../reading/contract-reader.tsx'
import { FullScreen } from '../reading/full-screen.tsx'
import classes from '../reading/reading.module.css'

interface ReadViewProps {
  readonly contract: Contract
  readonly onClose: () => void
}

/** Full-screen view for reading a contract without signing it. */
export default function ReadView({ contract, onClose }: ReadViewProps) {
  const scroller = useRef<HTMLElement>(null)
  const url = contract.document?.url ?? ''
  return (
    <FullScreen onClose={onClose} title={contract.title}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <section className={classes.view} ref={scroller} tabIndex={0} aria-label={m.contract()}>
        <ContractReader
          contractId={contract.id}
          language={contract.language}
          hasText={contract.hasText}
          sealed={contract.signingMethod === 'electronic'}
          pdf={{ url: `${url}&inline=1`, sha256: null, downloadUrl: url }}
          scroller={scroller}
        />
      </section>
    </FullScreen>
  )
}
