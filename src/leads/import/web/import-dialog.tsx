import { Anchor, NativeSelect, Progress, Stack, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { fileFields, ownFileFields } from '../domain/lead-file.ts'
import type { FileColumnMapping } from '../domain/lead-import.ts'
import { mapFileColumns } from '../domain/lead-import.ts'
import { toastFailure } from '#platform/web/app/toasts.ts'
import { partnerNamesQuery } from '#accounts/people/web/partner-names.ts'
import { Dialog } from '#platform/web/ui/dialog.tsx'
import { Dropzone } from '#platform/web/ui/dropzone.tsx'
import { ImportMapping } from './import-mapping.tsx'
import { checkRows } from './import-data.ts'
import type { LeadFile } from './import-file.ts'
import { download, maxFileBytes, readLeadFile, writeCsv } from './import-file.ts'
import { rejectedRowsFile, rejectedRows } from './import-outcome.ts'
import type { PlanRow } from './import-plan.ts'
import { cellsOf, planOf } from './import-plan.ts'
import { ImportProgress } from './import-progress.tsx'
import { ImportReview } from './import-review.tsx'
import { useImportRun } from './import-run.ts'
import { importTexts } from './import-messages.ts'

interface ImportDialogProps {
  /** Partners import their own leads, administrators those of any partner. */
  readonly as: 'partner' | 'admin'
  readonly onClose: () => void
}

type Step = 'file' | 'mapping' | 'checking' | 'review' | 'run'

/** Imports leads from a CSV file: choose, map columns, dry run, import, result. Mounted only while it is open. */
export default function ImportDialog({ as, onClose }: ImportDialogProps) {
  const texts = importTexts[as]
  const fields = as === 'admin' ? fileFields : ownFileFields
  const [step, setStep] = useState<Step>('file')
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState<LeadFile | null>(null)
  const [fault, setFault] = useState<string>()
  const [mapping, setMapping] = useState<FileColumnMapping>(() => mapFileColumns([]))
  const [partnerId, setPartnerId] = useState('')
  const [checked, setChecked] = useState(0)
  const [plan, setPlan] = useState<readonly PlanRow[]>([])
  const [wanted, setWanted] = useState<ReadonlySet<PlanRow>>(new Set())
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const partners = useQuery({ ...partnerNamesQuery, enabled: as === 'admin' })
  const { run, answers, start, resume, stop } = useImportRun()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const takeFile = async (given: File | null) => {
    setFile(given)
    setFault(undefined)
    if (!given) return
    const bytes = given.size > maxFileBytes ? null : new Uint8Array(await given.arrayBuffer())
    const read = bytes ? readLeadFile(bytes) : { fault: 'too_large' as const }
    if ('fault' in read) {
      setFault(texts.faults[read.fault])
      return
    }
    setContent(read.file)
    const found = mapFileColumns(read.file.titles)
    setMapping(as === 'admin' ? found : { ...found, partner: null })
    setStep('mapping')
  }
  const check = async () => {
    if (!content) return
    setChecked(0)
    setStep('checking')
    const rows = content.rows.map((row) => ({ row, cells: cellsOf(row, mapping) }))
    try {
      const validated = await checkRows(
        rows.filter(({ row }) => !row.broken),
        { partnerId: partnerId || null, onProgress: setChecked, stopped: () => !isOpen.current },
      )
      setPlan(
        planOf(
          rows.map((each) => ({ ...each, validated: validated.get(each) ?? null })),
          texts,
        ),
      )
      setStep('review')
    } catch (error) {
      if (isOpen.current) toastFailure(as === 'admin' ? 'Error' : 'Erreur', error)
      setStep('mapping')
    }
  }
  const runNow = (rows: readonly PlanRow[], includeDuplicates: boolean) => {
    setWanted(new Set(rows))
    setStep('run')
    start({ rows, includeDuplicates, partnerId: partnerId || null })
  }

  const isGoing = run.state === 'running' || run.state === 'stopping'
  const left = step === 'run' && !isGoing ? rejectedRows(plan, wanted, answers, texts) : []
  const imported = [...answers.values()].filter(({ outcome }) => outcome === 'imported').length
  return (
    <Dialog
      onClose={onClose}
      filled={step === 'mapping' || step === 'checking' || step === 'review'}
      lang={as === 'admin' ? 'en' : 'fr'}
      size={960}
      fullScreen={isPhone}
      title={texts.title}
      closeOnClickOutside={step !== 'run'}
      closeOnEscape={!isGoing}
      withCloseButton={!isGoing}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      {step === 'file' && (
        <Stack>
          <Dropzone
            label={texts.file}
            hint={texts.fileHint}
            accept=".csv,.txt,.tsv,text/csv"
            file={file}
            onFile={(given) => void takeFile(given)}
            error={fault}
            progress={null}
            words={texts.drop}
          />
          <Anchor
            component="button"
            type="button"
            ta="left"
            onClick={() => download(texts.modelName, writeCsv([fields.map((field) => texts.fields[field])]))}
          >
            {texts.model}
          </Anchor>
        </Stack>
      )}
      {step === 'mapping' && content && (
        <ImportMapping
          file={content}
          fileName={file?.name ?? ''}
          fields={fields}
          mapping={mapping}
          onChange={setMapping}
          texts={texts}
          onBack={() => {
            setFile(null)
            setStep('file')
          }}
          onCheck={() => void check()}
        >
          {as === 'admin' && (
            <NativeSelect
              label={texts.standardPartner}
              data={[
                { value: '', label: texts.noStandardPartner },
                ...(partners.data?.partners ?? []).map(({ id, name }) => ({ value: id, label: name })),
              ]}
              value={partnerId}
              onChange={(event) => setPartnerId(event.currentTarget.value)}
            />
          )}
        </ImportMapping>
      )}
      {step === 'checking' && content && (
        <Stack>
          <Progress value={(checked / content.rows.length) * 100} size="lg" aria-label={texts.checking} />
          <Text role="status">{texts.running(checked, content.rows.length)}</Text>
        </Stack>
      )}
      {step === 'review' && (
        <ImportReview
          plan={plan}
          texts={texts}
          showPartner={as === 'admin'}
          onBack={() => setStep('mapping')}
          onImport={runNow}
        />
      )}
      {step === 'run' && (
        <ImportProgress
          run={run}
          imported={imported}
          left={left}
          texts={texts}
          onStop={stop}
          onResume={resume}
          onDownload={() => content && download(texts.refusedName, rejectedRowsFile(content, left, texts))}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}
