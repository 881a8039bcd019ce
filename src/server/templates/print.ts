import { Worker } from 'node:worker_threads'
import { Refusal } from '#domain/refusal.ts'
import type { Printed, Sheet } from './sheet.ts'

const longestMs = 30_000
const mostMemoryMb = 512

type Answer = { readonly printed: Printed } | { readonly failure: string }

let thread: Worker | null = null
let turn: Promise<unknown> = Promise.resolve()

/** The thread that makes PDFs, kept for the next one: starting it takes longer than a page. It keeps no process alive. */
function open(): Worker {
  if (thread) return thread
  const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb },
  })
  worker.unref()
  worker.on('exit', () => {
    if (thread === worker) thread = null
  })
  thread = worker
  return worker
}

function ask(sheet: Sheet): Promise<Answer> {
  const worker = open()
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const tooMuch = () => reject(new Refusal('document_not_made', 'This document is too much to lay out. Please shorten it.'))
  const timer = setTimeout(() => {
    tooMuch()
    void worker.terminate()
  }, longestMs)
  const fell = (error: NodeJS.ErrnoException) => (error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : reject(error))
  const ended = () => reject(new Error('the thread that makes PDFs has ended'))
  worker.once('message', resolve).once('error', fell).once('exit', ended)
  worker.postMessage(sheet)
  return promise.finally(() => {
    clearTimeout(timer)
    worker.off('message', resolve).off('error', fell).off('exit', ended)
  })
}

/** Makes the PDF of a sheet outside the thread that answers requests, one at a time. Refuses `document_not_made`. */
export function print(sheet: Sheet): Promise<Printed> {
  const printed = turn.then(async () => {
    const answer = await ask(sheet)
    if ('printed' in answer) return answer.printed
    if (sheet.logo && /image/i.test(answer.failure)) {
      const without = await ask({ ...sheet, logo: null })
      if ('printed' in without) return without.printed
    }
    throw new Error(`a PDF could not be made: ${answer.failure}`)
  })
  turn = printed.catch(() => undefined)
  return printed
}
