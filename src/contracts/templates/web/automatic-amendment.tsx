import { NativeSelect, Switch } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { AutomaticAmendment as Setting, Template } from '../api.ts'
import { m } from '../messages/messages.ts'
import { automaticQuery, saveAutomatic } from './data.ts'
import classes from './templates.module.css'

/** Settings of automatic amendments: the switch and the template. */
export function AutomaticAmendment({ templates }: { templates: readonly Template[] }) {
  const setting = useQuery(automaticQuery)
  const { busy, run: save } = useAction(async (next: Setting) => {
    await saveAutomatic(next)
    toastSuccess(next.on ? m.automaticOn() : m.automaticOff())
  })
  const amendments = templates.filter((each) => each.kind === 'amendment')
  return (
    <section className={classes.automatic} aria-label={m.automaticAmendments()}>
      <QueryBoundary query={setting} rows={1}>
        {({ on, templateId }) => (
          <>
            <Switch
              label={m.sendAtNewTier()}
              description={m.sendAtNewTierHint()}
              checked={on}
              disabled={busy || (!on && templateId === null)}
              onChange={(event) => save({ on: event.currentTarget.checked, templateId })}
            />
            <NativeSelect
              label={m.template()}
              disabled={busy || amendments.length === 0}
              data={[
                ...(templateId === null ? [{ value: '', label: m.chooseTemplate() }] : []),
                ...amendments.map((each) => ({ value: each.id, label: each.name })),
              ]}
              value={templateId ?? ''}
              onChange={(event) => save({ on, templateId: event.currentTarget.value || null })}
            />
          </>
        )}
      </QueryBoundary>
      {amendments.length === 0 && <SoftText>{m.writeAmendmentFirst()}</SoftText>}
    </section>
  )
}
