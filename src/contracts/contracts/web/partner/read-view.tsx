import { useRef } from 'react'
import { ContractReader } from '#contracts/reading/web/contract-reader.tsx'
import { FullScreen } from '#contracts/reading/web/full-screen.tsx'
import classes from '#contracts/reading/web/reading.module.css'
import type { Contract } from '../../api/contracts.ts'
import { m } from '../../messages/messages.ts'

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
