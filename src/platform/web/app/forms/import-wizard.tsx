import { Anchor, Loader, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { m } from '#platform/messages/messages.ts'
import { Dialog } from '#platform/web/ui/dialogs/dialog.tsx'
import { Dropzone } from '#platform/web/ui/fields/dropzone.tsx'
import { download, type FileProblem, type ImportFile, maxFileColumns, writeCsv } from './import-file.ts'
import type { useImportSteps } from './import-steps.ts'

/** What an import says of itself. */
interface FrameWords {
  readonly title: string
  readonly fileHint: string
  /** The name of the empty model that can be downloaded. */
  readonly modelName: string
}

/** What a file may hold, in a sentence. */
export const importHint = (maxRows: number) => m.importHint({ maxRows })

/** Why a file is not read. `empty`: what an empty one lacks. */
export const importErrors = (maxRows: number, empty: string): Record<FileProblem, string> => ({
  too_large: m.csvTooLarge(),
  too_many_rows: m.csvTooManyRows({ maxRows }),
  too_many_columns: m.csvTooManyColumns({ maxColumns: maxFileColumns }),
  workbook: m.csvIsWorkbook(),
  letters: m.csvTitlesUnreadable(),
  empty,
})

interface ImportWizardProps {
  readonly steps: ReturnType<typeof useImportSteps>
  readonly words: FrameWords
  /** Titles of the empty model that can be downloaded. */
  readonly titles: readonly string[]
  readonly mapping: (content: ImportFile) => ReactNode
  /** Replaces the spinner if the check can show its progress. */
  readonly checking?: (content: ImportFile) => ReactNode
  readonly review: (content: ImportFile) => ReactNode
  readonly run?: ReactNode
  /** Rows are sent, or were: `going` is closed by its own button alone. */
  readonly sending?: 'going' | 'over' | null
  /** Closing while rows are sent asks first, instead of being impossible. */
  readonly mayLeave?: boolean
  readonly onClose: () => void
}

/**
 * The frame of every import from a file: choose the file, map its columns, a dry run, the review of its rows, and where there are
 * many the progress. The slices give columns, checks and sentences.
 */
export function ImportWizard({ steps, words, titles, sending = null, mayLeave = false, ...props }: ImportWizardProps) {
  const { step, file, content } = steps
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false
  const isGoing = sending === 'going'
  return (
    <Dialog
      onClose={props.onClose}
      dirty={(step !== 'file' && sending === null) || (isGoing && mayLeave)}
      size={960}
      fullScreen={isPhone}
      title={words.title}
      closeOnClickOutside={sending === null}
      closeOnEscape={!isGoing}
      withCloseButton={!isGoing || mayLeave}
      closeButtonProps={{ 'aria-label': m.close() }}
    >
      {step === 'file' && (
        <Stack>
          <Dropzone
            label={m.csvFile()}
            hint={words.fileHint}
            accept=".csv,.txt,.tsv,text/csv"
            file={file}
            onFile={steps.takeFile}
            error={steps.error}
            progress={null}
          />
          <Anchor component="button" type="button" ta="left" onClick={() => download(words.modelName, writeCsv([titles]))}>
            {m.downloadModel()}
          </Anchor>
        </Stack>
      )}
      {step === 'mapping' && content && props.mapping(content)}
      {step === 'checking' && content && (props.checking?.(content) ?? <Loader aria-label={m.checkingRows()} />)}
      {step === 'review' && content && props.review(content)}
      {step === 'run' && props.run}
    </Dialog>
  )
}
