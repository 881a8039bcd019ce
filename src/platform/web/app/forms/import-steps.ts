import { useEffect, useRef, useState } from 'react'
import { m } from '#platform/messages/messages.ts'
import { toastFailure } from '../toasts/toasts.ts'
import { type FileProblem, type ImportFile, maxFileBytes, maxFileRows, readImportFile } from './import-file.ts'

/** A step back is to the mapping, or to another file; `run` is for imports that show their progress apart from the review. */
type ImportStep = 'file' | 'mapping' | 'checking' | 'review' | 'run'

interface StepsParts {
  /** How many cells of a line are titles of this import, by which the line of titles is found. */
  readonly titlesIn: (cells: readonly string[]) => number
  /** Fewer than a file may have at all. */
  readonly maxRows?: number
  readonly errors: Readonly<Record<FileProblem, string>>
  /** Presets the mapping of a file that was read. */
  readonly onTitles: (titles: readonly string[]) => void
  /** The dry run: throws what the server refuses, of which a toast tells. */
  readonly check: (content: ImportFile, isOpen: () => boolean) => Promise<void>
  /** The check tells of each row whose quotation marks do not close; else such a file is not read, since it may hide rows. */
  readonly tellsBroken?: boolean
}

/** How far an import has come: its file, the step that is shown, and the ways from one to the next. */
export function useImportSteps({ titlesIn, maxRows = maxFileRows, errors, onTitles, check, tellsBroken = false }: StepsParts) {
  const [step, goTo] = useState<ImportStep>('file')
  const [file, setFile] = useState<File | null>(null)
  const [content, setContent] = useState<ImportFile | null>(null)
  const [error, setError] = useState<string>()
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  const takeFile = async (newFile: File | null) => {
    setFile(newFile)
    setError(undefined)
    if (!newFile) return
    const bytes = newFile.size > maxFileBytes ? null : new Uint8Array(await newFile.arrayBuffer())
    const read = bytes ? readImportFile(bytes, titlesIn) : { error: 'too_large' as const }
    if ('error' in read) return setError(errors[read.error])
    if (read.file.rows.length > maxRows) return setError(errors.too_many_rows)
    const broken = read.file.rows.find((row) => row.broken && !tellsBroken)
    if (broken) return setError(m.csvQuotesUnclosed({ line: broken.number }))
    setContent(read.file)
    onTitles(read.file.titles)
    goTo('mapping')
  }
  const checkNow = async () => {
    if (!content) return
    goTo('checking')
    try {
      await check(content, () => isOpen.current)
      goTo('review')
    } catch (error) {
      if (isOpen.current) toastFailure(m.error(), error)
      goTo('mapping')
    }
  }
  return {
    step,
    goTo,
    file,
    content,
    error,
    takeFile: (newFile: File | null) => void takeFile(newFile),
    check: () => void checkNow(),
    /** Back from the mapping, to choose another file. */
    another: () => {
      setFile(null)
      goTo('file')
    },
  }
}
