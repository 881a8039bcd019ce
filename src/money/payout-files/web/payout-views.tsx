import { NavLink } from 'react-router'
import { pagePaths } from '#platform/domain/page-paths.ts'
import { BankFileButton } from './bank-file-button.tsx'
import classes from './payout-views.module.css'

const views = [
  { label: 'Payouts', path: pagePaths.adminPayouts },
  { label: 'Bank files', path: pagePaths.bankFiles },
] as const

/** Links between the staff's payouts and the files that send them, and the button that makes one. */
export function PayoutViews({ runId }: { readonly runId?: string | undefined }) {
  return (
    <div className={classes.bar}>
      <nav className={classes.views ?? ''} aria-label="Payouts and bank files">
        {views.map(({ label, path }) => (
          <NavLink key={path} to={path} end>
            {label}
          </NavLink>
        ))}
      </nav>
      <BankFileButton runId={runId} />
    </div>
  )
}
