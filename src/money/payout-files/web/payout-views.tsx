import { NavLink } from 'react-router'
import { BankFileButton } from './bank-file-button.tsx'
import classes from './payout-views.module.css'

const views = [
  { label: 'Payouts', path: '/dashboard/admin-commissions/payouts' },
  { label: 'Bank files', path: '/dashboard/admin-commissions/payouts/files' },
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
