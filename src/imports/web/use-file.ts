import { useEffect, useRef, useState } from 'react'
import type { Mapping } from '../domain/mapping.ts'
import type { KindHere } from './choices.ts'
import { rememberedMapping } from './data.ts'
import { problemText } from './problem-texts.ts'
import { firstMapping, type ReadState, recordProblem, withValues } from './propose-mapping.ts'
import { type Choices, UnreadableFile } from './reading/file-content.ts'
import { Reader, Stopped } from './reading/reader.ts'

class WrongRecord extends Error {}

/** A file of this page: what was read of it, and how its columns become fields. Its rows stay in the worker. */
export function useFile(here: KindHere, ownAddress: string) {
  const [reader] = useState(() => ({ current: null as Reader | null }))
  const [read, setRead] = useState<ReadState | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<string>()
  const chosen = useRef<File | null>(null)
  const latest = useRef(here)
  latest.current = here
  useEffect(() => () => reader.current?.stop(), [reader])

  const open = async (file: File, choices: Choices = {}) => {
    reader.current?.stop()
    reader.current = new Reader()
    chosen.current = file
    setError(undefined)
    setReading(true)
    try {
      const { kind, known } = latest.current
      const summary = await reader.current.open(file, known, choices)
      const other = recordProblem(here, summary)
      if (other) throw new WrongRecord(other)
      const remembered = await rememberedMapping(kind, summary.titlesHash)
      const { mapping, guessed } = firstMapping(summary, latest.current, remembered, ownAddress)
      const state = { fileName: file.name, summary, mapping, guessed, values: {}, questions: {}, remembered }
      setRead(await withValues(state, latest.current, reader.current))
    } catch (failure) {
      if (failure instanceof Stopped) return
      setRead(null)
      if (failure instanceof UnreadableFile) setError(problemText(failure.problem))
      else setError(failure instanceof Error ? failure.message : String(failure))
    } finally {
      setReading(false)
    }
  }

  const change = (changes: Partial<Mapping>) => {
    if (!read) return
    const next = { ...read, mapping: { ...read.mapping, ...changes } }
    setRead(next)
    if (changes.columns && reader.current) void withValues(next, latest.current, reader.current).then(setRead)
  }

  return {
    reader,
    read,
    error,
    isReading,
    open: (file: File) => void open(file),
    /** With other choices than what was guessed. */
    readAgain: (choices: Choices) => chosen.current && void open(chosen.current, choices),
    change,
    forget: () => read && setRead({ ...read, remembered: null }),
    close: () => {
      reader.current?.stop()
      reader.current = null
      setRead(null)
      setReading(false)
      setError(undefined)
    },
  }
}

export type FileHere = ReturnType<typeof useFile>
