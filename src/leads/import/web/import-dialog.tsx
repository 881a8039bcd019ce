import { NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { download, type ImportFile } from '#platform/web/app/forms/import-file.ts'
import { useImportSteps } from '#platform/web/app/forms/import-steps.ts'
import { ImportWizard } from '#platform/web/app/forms/import-wizard.tsx'
import { fileFields, ownFileFields } from '../domain/lead-file.ts'
import { countTitles, type FileColumnMapping, mapFileColumns } from '../domain/lead-import.ts'
import { m } from '../messages/messages.ts'
import { checkRows } from './import-data.ts'
import { ImportMapping } from './import-mapping.tsx'
import { type ImportTexts, importTexts } from './import-messages.ts'
import { rejectedRows, rejectedRowsFile } from './import-outcome.ts'
import { cellsOf, type PlanRow, planImport } from './import-plan.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReview } from './import-review.tsx'
import { useImportRun } from './import-run.ts'

interface ImportDialogProps {
  /** Partners import their own leads, administrators those of any partner. */
  readonly as: 'partner' | 'admin'
  readonly onClose: () => void
}

/** State of the dry run and of the import that follows. */
function useLeadImport(as: 'partner' | 'admin', texts: ImportTexts) {
  const [mapping, setMapping] = useState<FileColumnMapping>(() => mapFileColumns([]))
  const [partnerId, setPartnerId] = useState('')
  const [checked, setChecked] = useState(0)
  const [plan, setPlan] = useState<readonly PlanRow[]>([])
  const [selection, setSelection] = useState<ReadonlySet<PlanRow>>(new Set())
  const { run, answers, start, resume, stop } = useImportRun()
  const check = async (content: ImportFile, isOpen: () => boolean) => {
    setChecked(0)
    const rows = content.rows.map((row) => ({ row, cells: cellsOf(row, mapping) }))
    const validated = await checkRows(
      rows.filter(({ row }) => !row.broken),
      { partnerId: partnerId || null, onProgress: setChecked, stopped: () => !isOpen() },
    )
    const rowsChecked = rows.map((each) => ({ ...each, validated: validated.get(each) ?? null }))
    setPlan(planImport(rowsChecked, texts))
  }
  const steps = useImportSteps({
    titlesIn: countTitles,
    faults: texts.faults,
    onTitles: (titles) => setMapping({ ...mapFileColumns(titles), ...(as === 'admin' ? {} : { partner: null }) }),
    check,
    failure: as === 'admin' ? m.staffError() : m.error(),
  })
  const runNow = (rows: readonly PlanRow[], includeDuplicates: boolean) => {
    setSelection(new Set(rows))
    steps.goTo('run')
    start({ rows, includeDuplicates, partnerId: partnerId || null })
  }
  const isGoing = run.state === 'running' || run.state === 'stopping'
  const sending = steps.step !== 'run' ? null : isGoing ? ('going' as const) : ('over' as const)
  const rejected = sending === 'over' ? rejectedRows(plan, selection, answers, texts) : []
  return {
    steps,
    mapping,
    setMapping,
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

/** Imports leads from a CSV file. Mounted only while it is open. */
export default function ImportDialog({ as, onClose }: ImportDialogProps) {
  const texts = importTexts[as]
  const fields = as === 'admin' ? fileFields : ownFileFields
  const { steps, plan, run, left: rejected, ...lead } = useLeadImport(as, texts)
  return (
    <ImportWizard
      steps={steps}
      words={texts}
      lang={as === 'admin' ? 'en' : 'fr'}
      titles={fields.map((field) => texts.fields[field])}
      sending={lead.sending}
      mapping={(content) => (
        <ImportMapping
          file={content}
          fileName={steps.file?.name ?? ''}
          fields={fields}
          mapping={lead.mapping}
          onChange={lead.setMapping}
          texts={texts}
          onBack={steps.another}
          onCheck={steps.check}
        >
          {as === 'admin' && <StandardPartner texts={texts} value={lead.partnerId} onChange={lead.setPartnerId} />}
        </ImportMapping>
      )}
      checking={({ rows }) => (
        <Stack>
          <Progress value={(lead.checked / rows.length) * 100} size="lg" aria-label={texts.checking} />
          <Text role="status">{texts.running(lead.checked, rows.length)}</Text>
        </Stack>
      )}
      review={() => (
        <ImportReview
          plan={plan}
          texts={texts}
          showPartner={as === 'admin'}
          onBack={() => steps.goTo('mapping')}
          onImport={lead.runNow}
        />
      )}
      run={
        <ImportProgress
          run={run}
          imported={[...lead.answers.values()].filter(({ outcome }) => outcome === 'imported').length}
          rejected={rejected}
          texts={texts}
          onStop={lead.stop}
          onResume={lead.resume}
          onDownload={() => steps.content && download(texts.refusedName, rejectedRowsFile(steps.content, rejected, texts))}
          onClose={onClose}
        />
      }
      onClose={onClose}
    />
  )
}

interface StandardPartnerProps {
  readonly texts: ImportTexts
  readonly value: string
  readonly onChange: (partnerId: string) => void
}

/** The partner of rows that name none. */
function StandardPartner({ texts, value, onChange }: StandardPartnerProps) {
  const partners = useQuery(partnerNamesQuery)
  return (
    <NativeSelect
      label={texts.standardPartner}
      data={[
        { value: '', label: texts.noStandardPartner },
        ...(partners.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })),
      ]}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
