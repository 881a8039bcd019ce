import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { BankFileError } from '../domain/bank-file-error.ts'
import { readBankAnswer } from './read-bank-answer.ts'
import type { ReadAnswer, ToRead } from './read-in-process.ts'

/** Reads banks' answers. What is wrong with a file is an answer, not a failure of the process. */
serveTasks<null, ToRead, ReadAnswer>(async () => async ({ bytes }) => {
  try {
    return { answer: await readBankAnswer([bytes]) }
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error
    return { unreadable: { code: error.code, detail: error.detail } }
  }
})
