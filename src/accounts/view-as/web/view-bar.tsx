import { Button } from '@mantine/core'
import type { Me } from '#access/api/session.ts'
import { pagePaths } from '#access/domain/page-paths.ts'
import { partnerRoleLabels } from '#accounts/people/domain.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { standFor } from '#platform/web/app/queries/start-anew.ts'
import { call } from '#platform/web/app/requests/api.ts'
import { longDate } from '#platform/web/ui/dates.ts'
import { viewRoutes } from '../api.ts'
import { m } from '../messages/messages.ts'
import classes from './view-bar.module.css'

/** Whom one looks as; of somebody with colleagues, what they are in their company, since that decides what is there. */
function whoseView({ fullName: name, company, partner }: Me): string {
  if (!partner?.hasTeam) return m.viewBar({ name })
  return m.viewBarOf({ name, place: [partnerRoleLabels[partner.role], company].filter(Boolean).join(', ') })
}

/** Frames the portal while somebody of staff looks at it as a partner, and says so, with the way back. */
export default function ViewBar({ me }: { readonly me: Me }) {
  const { busy, run: leave } = useAction(() => standFor(() => call(viewRoutes.endView, {}), pagePaths.partners), m.error())
  return (
    <>
      <div className={classes.frame} aria-hidden="true" />
      <section className={classes.bar} aria-label={m.partnerView()}>
        <p className={classes.text}>
          <strong>{whoseView(me)}</strong> <span>{m.readOnly()}</span>{' '}
          {me.view && <span>{m.untilMoment({ until: longDate(me.view.until) })}</span>}
        </p>
        <Button size="compact-sm" color="dark" loading={busy} onClick={leave}>
          {m.endView()}
        </Button>
      </section>
    </>
  )
}
