import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { WithRight } from '#access/web/with-right.tsx'
import { useAction } from '#platform/web/app/forms/use-action.ts'
import { ApiError } from '#platform/web/app/requests/api-error.ts'
import { toastFailure, toastFormError } from '#platform/web/app/toasts/toasts.ts'
import { SideDialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { IconDownload, IconUpload } from '#platform/web/ui/icons.ts'
import { QueryBoundary } from '#platform/web/ui/page/states.tsx'
import { SoftText } from '#platform/web/ui/soft-text.ts'
import type { ImportPlan, ProgrammeExample } from '../api/routes.ts'
import { m } from '../messages/messages.ts'
import { type ChosenProgramme, examplesQuery, previewProgramme } from './data.ts'
import { errorsOf } from './error-places.ts'
import classes from './programme-file.module.css'
import { ProgrammePlan } from './programme-plan.tsx'

interface Looked {
  readonly chosen: ChosenProgramme
  readonly name: string
  readonly plan: ImportPlan
}

type PlacedErrors = ReturnType<typeof errorsOf>

/** The programme as one file: export, import, and the examples of a new portal. */
export default function ProgrammeDrawer({ onClose }: { readonly onClose: () => void }) {
  const [looked, setLooked] = useState<Looked | null>(null)
  const [errors, setErrors] = useState<PlacedErrors>([])
  const { busy, run: look } = useAction(
    async (chosen: ChosenProgramme, name: string) => {
      setErrors([])
      try {
        setLooked({ chosen, name, plan: await previewProgramme(chosen) })
      } catch (error) {
        if (!(error instanceof ApiError) || error.fields.length === 0 || !('file' in chosen)) throw error
        setErrors(errorsOf(error.fields, chosen.file))
      }
    },
    (error) => toastFailure(m.fileUnfit(), error),
  )
  return (
    <SideDialog onClose={onClose} title={m.programme()} position="right" size="xl">
      {looked ? (
        <ProgrammePlan {...looked} onDone={onClose} onCancel={() => setLooked(null)} />
      ) : (
        <Stack gap="lg">
          <section className={classes.part} aria-labelledby="export-programme">
            <h3 id="export-programme" className={classes.title}>
              {m.exportFile()}
            </h3>
            <SoftText>{m.exportLead()}</SoftText>
            <Group>
              <Button
                component="a"
                href="/api/programme-file"
                download="programme.json"
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden="true" />}
              >
                {m.exportFile()}
              </Button>
            </Group>
          </section>
          <ImportPart busy={busy} errors={errors} onLook={look} />
          <Examples busy={busy} onLook={look} />
        </Stack>
      )}
    </SideDialog>
  )
}

interface LookProps {
  readonly busy: boolean
  readonly onLook: (chosen: ChosenProgramme, name: string) => void
}

function ImportPart({ busy, errors, onLook }: LookProps & { readonly errors: PlacedErrors }) {
  const read = async (file: File | null) => {
    if (!file) return
    try {
      onLook({ file: JSON.parse(await file.text()) }, file.name)
    } catch {
      toastFormError(m.fileUnfit(), file.name)
    }
  }
  return (
    <section className={classes.part} aria-labelledby="import-programme">
      <h3 id="import-programme" className={classes.title}>
        {m.importOwn()}
      </h3>
      <SoftText>{m.importLead()}</SoftText>
      <WithRight right="programme" explained>
        <Group>
          <FileButton accept="application/json,.json" onChange={(file) => void read(file)}>
            {(props) => (
              <Button {...props} variant="default" loading={busy} leftSection={<IconUpload size={16} aria-hidden="true" />}>
                {m.chooseFile()}
              </Button>
            )}
          </FileButton>
        </Group>
      </WithRight>
      {errors.length > 0 && (
        <Alert color="red" role="alert" title={m.fileUnfit()} styles={{ title: { color: 'var(--ink)' } }}>
          {errors.map(({ place, message }) => (
            <Text key={`${place} ${message}`} fz="sm">
              {place && <strong>{place}</strong>} {message}
            </Text>
          ))}
        </Alert>
      )}
    </section>
  )
}

function Examples({ busy, onLook }: LookProps) {
  const query = useQuery(examplesQuery)
  return (
    <section className={classes.part} aria-labelledby="example-programmes">
      <h3 id="example-programmes" className={classes.title}>
        {m.examples()}
      </h3>
      <QueryBoundary query={query}>
        {({ examples, isPossible }) => (
          <>
            <SoftText>{isPossible ? m.examplesLead() : m.examplesOver()}</SoftText>
            <ul className={classes.examples}>
              {examples.map((example) => (
                <Example
                  key={example.key}
                  example={example}
                  onLook={isPossible && !busy ? () => onLook({ example: example.key }, example.name) : null}
                />
              ))}
            </ul>
          </>
        )}
      </QueryBoundary>
    </section>
  )
}

interface ExampleProps {
  readonly example: ProgrammeExample
  readonly onLook: (() => void) | null
}

function Example({ example: { name, text, contains }, onLook }: ExampleProps) {
  const parts = (['offers', 'stages', 'rules', 'fields', 'templates'] as const).filter((section) => contains[section].length > 0)
  return (
    <li className={classes.example} aria-label={name}>
      <Text fw={600} component="p">
        {name}
      </Text>
      <p>{text}</p>
      {parts.map((section) => (
        <SoftText key={section} component="p" fz="sm">
          {m.contained({ part: m.sectionNamed({ section }), names: contains[section].join(section === 'rules' ? '; ' : ', ') })}
        </SoftText>
      ))}
      {onLook && (
        <WithRight right="programme">
          <Group>
            <Button size="xs" variant="default" aria-label={m.lookAtNamed({ name })} onClick={onLook}>
              {m.lookAt()}
            </Button>
          </Group>
        </WithRight>
      )}
    </li>
  )
}
