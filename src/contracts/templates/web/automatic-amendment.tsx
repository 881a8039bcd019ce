import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AutomaticAmendment as Setting, Template } from '../api.ts'
import { automaticQuery, saveAutomatic } from './data.ts'
import classes from './templates.module.css'

/** Settings of automatic amendments: the switch and the template. */
export function AutomaticAmendment({ templates }: { templates: readonly Template[] }) {
  const setting = useQuery(automaticQuery)
  const { busy, run: save } = useAction(async (next: Setting) => {
    await saveAutomatic(next)
    toastSuccess(next.on ? 'Automatic amendments are on' : 'Automatic amendments are off')
  })
  const amendments = templates.filter((each) => each.kind === 'amendment')
  return (
    <section className={classes.automatic} aria-label="Automatic amendments">
      <QueryBoundary query={setting} rows={1}>
        {({ on, templateId }) => (
          <>
            <Switch
              label="Send an amendment when a partner reaches a new tier"
              description="Drafted with the new tier and rate, once for each tier, and sent to sign."
              checked={on}
              disabled={busy || (!on && templateId === null)}
              onChange={(event) => save({ on: event.currentTarget.checked, templateId })}
            />
            <NativeSelect
              label="Template"
              disabled={busy || amendments.length === 0}
              data={[
                ...(templateId === null ? [{ value: '', label: 'Choose a template' }] : []),
                ...amendments.map((each) => ({ value: each.id, label: each.name })),
              ]}
              value={templateId ?? ''}
              onChange={(event) => save({ on, templateId: event.currentTarget.value || null })}
            />
          </>
        )}
      </QueryBoundary>
      {amendments.length === 0 && <SoftText>Write a template of an amendment first.</SoftText>}
    </section>
  )
}
