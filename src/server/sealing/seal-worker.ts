import { parentPort, workerData } from 'node:worker_threads'
import { counterSign } from './counter-sign.ts'
import { preflight } from './preflight.ts'
import { sealDocument } from './seal-document.ts'
import { sealKeyOf } from './seal-key.ts'
import type { FromSealWorker, Inspected, SealWorkerOptions, ToSealWorker } from './seal-messages.ts'
import { type Sealed, SealError } from './sealing.ts'

/** Sealing in a thread of its own: reading and hashing ten megabytes blocks for a second, and the portal must go on meanwhile. */
const port = parentPort
if (!port) throw new Error('this file is a worker')
const { key, own, tsaUrl } = workerData as SealWorkerOptions
const sealing = { key: await sealKeyOf(key), own, tsaUrl }

async function perform(task: ToSealWorker): Promise<Inspected | Sealed> {
  switch (task.verb) {
    case 'inspect': {
      const found = await preflight(task.file.kind, task.file.bytes)
      return 'unsignable' in found ? found : { route: found.route, pages: found.pages, remarks: found.remarks }
    }
    case 'seal':
      return sealDocument(task.request, { ...sealing, now: task.now })
    case 'counterSign':
      return counterSign(task.request, { ...sealing, now: task.now })
  }
}

/** Without a copy when the bytes have their memory to themselves; a small Buffer shares a pool with others. */
function movable(done: Inspected | Sealed): { done: Inspected | Sealed; moved: ArrayBuffer[] } {
  if (!('bytes' in done)) return { done, moved: [] }
  const { bytes } = done
  const whole = bytes.byteLength === bytes.buffer.byteLength && bytes.buffer instanceof ArrayBuffer
  const own = whole ? new Uint8Array(bytes.buffer) : new Uint8Array(bytes)
  return { done: { ...done, bytes: own }, moved: [own.buffer as ArrayBuffer] }
}

port.on('message', async (task: ToSealWorker) => {
  try {
    const { done, moved } = movable(await perform(task))
    port.postMessage({ done } satisfies FromSealWorker, moved)
  } catch (error) {
    const code = error instanceof SealError ? error.code : 'seal_failed'
    port.postMessage({ failed: { code, message: (error as Error).message } } satisfies FromSealWorker)
  }
})
