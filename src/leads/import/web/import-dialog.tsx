import { NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { fieldsToFill } from '#leads/fields/web/custom-values.ts'
import { useFields } from '#leads/lead-settings/web/data.ts'
import { fileFields, fileTitle, openFileFields, ownFileFields, requiredFileFields } from '#leads/leads/domain/lead-file.ts'
import { m as common } from '#platform/messages/messages.ts'
import { download, type ImportFile, maxFileRows } from '#platform/web/app/forms/import-file.ts'
import { useImportSteps } from '#platform/web/app/forms/import-steps.ts'
import { ImportWizard, importErrors } from '#platform/web/app/forms/import-wizard.tsx'
import { countTitles, type FileColumnMapping, mapFileColumns } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'
import { checkRows } from './import-data.ts'
import { ImportMapping } from './import-mapping.tsx'
import { rejectedRows, rejectedRowsFile } from './import-outcome.ts'
import { type CustomColumnMapping, cellsOf, mapCustomColumns, type PlanRow, planImport } from './import-plan.ts'
import { ImportProgress, rowsDone } from './import-progress.tsx'
import { ImportReview } from './import-review.tsx'
import { useImportRun } from './import-run.ts'

interface ImportDialogProps {
  /** Partners import their own leads, administrators those of any partner. */
  readonly as: 'partner' | 'admin'
  readonly onClose: () => void
}

const words = { title: m.importLeads(), fileHint: m.fileHint(), modelName: m.modelName() }
const errors = importErrors(maxFileRows, m.fileWithoutLeads())

/** State of the dry run and of the import that follows. */
function useLeadImport(as: 'partner' | 'admin') {
  const [mapping, setMapping] = useState<FileColumnMapping>(() => mapFileColumns([]))
  const known = useFields()
  const custom = fieldsToFill(known)
  const [customMapping, setCustomMapping] = useState<CustomColumnMapping>({})
  const [partnerId, setPartnerId] = useState('')
  const [checked, setChecked] = useState(0)
  const [plan, setPlan] = useState<readonly PlanRow[]>([])
  const [selection, setSelection] = useState<ReadonlySet<PlanRow>>(new Set())
  const { run, answers, start, resume, stop } = useImportRun()
  const check = async (content: ImportFile, isOpen: () => boolean) => {
    setChecked(0)
    const rows = content.rows.map((row) => ({ row, cells: cellsOf(row, mapping, customMapping) }))
    const validated = await checkRows(
      rows.filter(({ row }) => !row.broken),
      { partnerId: partnerId || null, onProgress: setChecked, stopped: () => !isOpen() },
    )
    const rowsChecked = rows.map((each) => ({ ...each, validated: validated.get(each) ?? null }))
    setPlan(planImport(rowsChecked))
  }
  const steps = useImportSteps({
    titlesIn: countTitles,
    errors,
    onTitles: (titles) => {
      setMapping({ ...mapFileColumns(titles), ...(as === 'admin' ? {} : { partner: null }) })
      setCustomMapping(mapCustomColumns(custom, titles))
    },
    check,
    tellsBroken: true,
  })
  const runNow = (rows: readonly PlanRow[], includeDuplicates: boolean) => {
    setSelection(new Set(rows))
    steps.goTo('run')
    start({ rows, includeDuplicates, partnerId: partnerId || null })
  }
  const isGoing = run.state === 'running' || run.state === 'stopping'
  const sending = steps.step !== 'run' ? null : isGoing ? ('going' as const) : ('over' as const)
  const rejected = sending === 'over' ? rejectedRows(plan, selection, answers) : []
  return {
    steps,
    mapping,
    setMapping,
    known,
    custom: { fields: custom, mapping: customMapping, onChange: setCustomMapping },
    partnerId,
    setPartnerId,
    checked,
    plan,
    run,
    answers,
    resume,
    stop,
    runNow,
    sending,
    left: rejected,
  }
}

/** Imports leads from a CSV file. */
export default function ImportDialog({ as, onClose }: ImportDialogProps) {
  const fields = as === 'admin' ? fileFields : ownFileFields
  const { steps, plan, run, left: rejected, ...lead } = useLeadImport(as)
  return (
    <ImportWizard
      steps={steps}
      words={words}
      titles={[...fields.map((field) => fileTitle(field)), ...lead.custom.fields.map(({ name }) => name)]}
      sending={lead.sending}
      mapping={(content) => (
        <ImportMapping
          file={content}
          fileName={steps.file?.name ?? ''}
          fields={openFileFields(fields, lead.known)}
          required={requiredFileFields(lead.known)}
          mapping={lead.mapping}
          onChange={lead.setMapping}
          custom={lead.custom}
          onBack={steps.another}
          onCheck={steps.check}
        >
          {as === 'admin' && <StandardPartner value={lead.partnerId} onChange={lead.setPartnerId} />}
        </ImportMapping>
      )}
      checking={({ rows }) => (
        <Stack>
          <Progress value={(lead.checked / rows.length) * 100} size="lg" aria-label={common.checkingRows()} />
          <Text role="status">{rowsDone(lead.checked, rows.length)}</Text>
        </Stack>
      )}
      review={() => (
        <ImportReview plan={plan} showPartner={as === 'admin'} onBack={() => steps.goTo('mapping')} onImport={lead.runNow} />
      )}
      run={
        <ImportProgress
          run={run}
          imported={[...lead.answers.values()].filter(({ outcome }) => outcome === 'imported').length}
          rejected={rejected}
          onStop={lead.stop}
          onResume={lead.resume}
          onDownload={() => steps.content && download(m.refusedName(), rejectedRowsFile(steps.content, rejected))}
          onClose={onClose}
        />
      }
      onClose={onClose}
    />
  )
}

interface StandardPartnerProps {
  readonly value: string
  readonly onChange: (partnerId: string) => void
}

/** The partner of rows that name none. */
function StandardPartner({ value, onChange }: StandardPartnerProps) {
  const partners = useQuery(partnerNamesQuery)
  return (
    <NativeSelect
      label={m.standardPartner()}
      data={[
        { value: '', label: m.none() },
        ...(partners.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
