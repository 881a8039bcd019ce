import { maxImportColumns, maxImportRows } from '../domain/imports.ts'
import { m } from '../messages/messages.ts'
import type { FileProblem } from './reading/file-content.ts'

const texts: Readonly<Record<FileProblem, () => string>> = {
  too_large: m.fileTooLarge,
  too_many_rows: () => m.tooManyRows({ max: maxImportRows }),
  too_many_columns: () => m.tooManyColumns({ max: maxImportColumns }),
  old_workbook: m.oldWorkbook,
  protected: m.protectedWorkbook,
  damaged: m.damagedWorkbook,
  not_a_table: m.notATable,
  pdf: m.fileIsPdf,
  letters: m.titlesUnreadable,
  empty: m.fileEmpty,
  no_titles: m.noTitles,
}

/** Why a file cannot be read, and what to do next. */
export const problemText = (problem: FileProblem): string => texts[problem]()
