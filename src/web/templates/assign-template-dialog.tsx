import { Alert, Button, Checkbox, Group, Stack, Text, TextInput } from '@mantine/core'
import { foldText } from '#domain/fold-text.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useState } from 'react'
import type { Template } from '#api/templates.ts'
import { templateTitleMax } from '#domain/templates.ts'
import { useDraft } from '../app/draft.ts'
import { toastFailure, toastSuccess } from '../app/toasts.ts'
import { partnerNamesQuery } from '../partners/data.ts'
import { QueryBoundary } from '../ui/states.tsx'
import { assignTemplate } from './data.ts'
import classes from './templates.module.css'
import { Dialog } from '../ui/dialog.tsx'

const atMost = 50
const shown = 60

/** Dialog that assigns a template to selected partners, each with their own PDF. Mounted only while open. */
export function AssignTemplateDialog({ template, onClose }: { template: Template; onClose: () => void }) {
  const names = useQuery(partnerNamesQuery)
  const draft = useDraft(`assignment ${template.id}`, { title: template.title, partnerIds: [] as readonly string[] })
  const { title } = draft.values
  const [search, setSearch] = useState('')
  const chosen: ReadonlySet<string> = new Set(draft.values.partnerIds)
  const setChosen = (ids: ReadonlySet<string>) => draft.set((before) => ({ ...before, partnerIds: [...ids] }))
  const [problems, setProblems] = useState<readonly string[]>([])
  const [busy, setBusy] = useState(false)
  const toggle = (id: string) => setChosen(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]))
  const people = chosen.size === 1 ? '1 partner' : `${chosen.size} partners`

  const close = () => {
    draft.settle()
    onClose()
  }
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (busy || chosen.size === 0) return
    setBusy(true)
    try {
      const partnerIds = [...chosen]
      const results = await assignTemplate(template.id, { partnerIds, title, version: template.version })
      const failed = results.filter((each) => each.contractId === null)
      const done = results.length - failed.length
      if (done > 0) toastSuccess('Contracts assigned', `${template.name}: ${done === 1 ? '1 partner' : `${done} partners`}`)
      if (failed.length === 0) return close()
      const nameOf = (id: string) => names.data?.partners.find((each) => each.id === id)?.name ?? ''
      setChosen(new Set(failed.map((each) => each.partnerId)))
      setProblems(failed.map((each) => `${nameOf(each.partnerId)}: ${each.problem}`))
    } catch (error) {
      toastFailure('Error', error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog onClose={close} filled={draft.filled} title={`Assign ${template.name}`} size="lg">
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Stack>
          {problems.length > 0 && (
            <Alert color="red" role="alert" title="Not assigned">
              {problems.map((each) => (
                <p key={each}>{each}</p>
              ))}
            </Alert>
          )}
          <TextInput
            label="Title"
            required
            maxLength={templateTitleMax}
            value={title}
            onChange={(event) => draft.set((before) => ({ ...before, title: event.currentTarget.value }))}
          />
          <TextInput
            label="Find partners"
            type="search"
            data-autofocus
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
          <QueryBoundary query={names} rows={3}>
            {({ partners }) => {
              const found = partners.filter((each) => foldText(`${each.name} ${each.company}`).includes(foldText(search)))
              return (
                <fieldset className={classes.people}>
                  <legend className={classes.legend}>Partners</legend>
                  {found.slice(0, shown).map((each) => (
                    <Checkbox
                      key={each.id}
                      label={each.company ? `${each.name} — ${each.company}` : each.name}
                      checked={chosen.has(each.id)}
                      disabled={!chosen.has(each.id) && chosen.size >= atMost}
                      onChange={() => toggle(each.id)}
                    />
                  ))}
                  {found.length === 0 && <Text c="var(--ink-soft)">No partner found</Text>}
                  {found.length > shown && <Text c="var(--ink-soft)">And {found.length - shown} more: search by name.</Text>}
                </fieldset>
              )
            }}
          </QueryBoundary>
          <Text fz="sm" c="var(--ink-soft)">
            Each gets a PDF of version {template.version} with their own values, and a mail that it is there to sign.
          </Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
              Cancel
            </Button>
            <Button type="submit" loading={busy} disabled={chosen.size === 0 || title.trim() === ''}>
              {chosen.size === 0 ? 'Assign' : `Assign to ${people}`}
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
