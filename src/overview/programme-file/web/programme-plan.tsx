import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { typeset } from '#platform/domain/typesetting.ts'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { toastFailure, toastSuccess } from '#platform/web/app/toasts/toasts.ts'
import { ConfirmDialog } from '#platform/web/ui/dialogs/confirm-dialog.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ImportPlan } from '../api/routes.ts'
import { changeKinds, type ToldChange } from '../domain/programme-plan.ts'
import { programmeSections } from '../domain/programme-sections.ts'
import { m } from '../messages/messages.ts'
import { type ChosenProgramme, importProgramme } from './data.ts'
import classes from './programme-file.module.css'

const verbs = { added: m.adds, changed: m.changes, archived: m.archives, reordered: m.changes } as const

interface PlanProps {
  readonly chosen: ChosenProgramme
  readonly name: string
  readonly plan: ImportPlan
  readonly onDone: () => void
  readonly onCancel: () => void
}

/** What an import does, told before; what stands against it, in sentences. */
export function ProgrammePlan({ chosen, name, plan, onDone, onCancel }: PlanProps) {
  const { changes, obstacles, warnings } = plan
  const [asks, setAsks] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  // The button that was pressed has gone.
  useEffect(() => heading.current?.focus(), [])
  const { busy, run } = useAction(
    async (confirmed: boolean) => {
      const count = await importProgramme(chosen, plan, confirmed)
      toastSuccess(m.imported(), m.importedText({ count }))
      onDone()
    },
    (error) => toastFailure(m.notImported(), error),
  )
  return (
    <Stack>
      <h3 ref={heading} tabIndex={-1} className={classes.title}>
        {name}
      </h3>
      {obstacles.length > 0 && (
        <Alert color="yellow" role="alert" title={m.standsAgainst()} styles={{ title: { color: 'var(--ink)' } }}>
          {obstacles.map((sentence) => (
            <Text key={sentence} fz="sm">
              {typeset(sentence)}
            </Text>
          ))}
        </Alert>
      )}
      {changes.length === 0 ? <SoftText>{m.nothingToDo()}</SoftText> : <Changes changes={changes} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onCancel}>
          {m.cancel()}
        </Button>
        {obstacles.length === 0 && changes.length > 0 && (
          <Button loading={busy} onClick={() => (warnings.length > 0 ? setAsks(true) : run(false))}>
            {m.importThis()}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asks}
        title={m.morePaid()}
        text={typeset(warnings.join(' '))}
        action={m.importAllTheSame()}
        danger
        onClose={() => setAsks(false)}
        onConfirm={async () => run(true)}
      />
    </Stack>
  )
}

function Changes({ changes }: { readonly changes: readonly ToldChange[] }) {
  return (
    <section aria-label={m.whatItDoes()}>
      <dl className={classes.changes}>
        {programmeSections.flatMap((section) => {
          const lines = changeKinds.flatMap((what) => {
            const told = changes.filter((change) => change.section === section && change.what === what)
            return told.length === 0 ? [] : { what, told }
          })
          if (lines.length === 0) return []
          return (
            <div key={section}>
              <dt>{m.sectionNamed({ section })}</dt>
              {lines.map(({ what, told }) => (
                <dd key={what}>
                  <SoftText component="span" fz="sm">
                    {verbs[what]()}
                  </SoftText>{' '}
                  <Entries told={told} />
                </dd>
              ))}
            </div>
          )
        })}
      </dl>
    </section>
  )
}

/** Names beside each other, or below each other with what they are about. */
function Entries({ told }: { readonly told: readonly ToldChange[] }) {
  if (told.every(({ details }) => details.length === 0)) return told.map(({ name }) => name || m.order()).join(', ')
  return (
    <ul className={classes.entries}>
      {told.map(({ name, details }) => (
        <li key={name}>
          {name}
          {details.length > 0 && <span className="soft">{details.join(' · ')}</span>}
        </li>
      ))}
    </ul>
  )
}
