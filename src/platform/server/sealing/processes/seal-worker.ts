import { serveTasks } from '#platform/server/workers/serve-tasks.ts'
import { fingerprintOf } from '../keys/key-pem.ts'
import { importSealKey, type KeyMaterial, type SealKey } from '../keys/seal-key.ts'
import { counterSign } from '../pdf/counter-sign.ts'
import { type Sealing, sealDocument } from '../pdf/seal-document.ts'
import { sealOwnDocument } from '../pdf/seal-own-document.ts'
import { SealError, type Sealed } from '../sealing.ts'
import type { SealAnswer, ToSeal } from './seal-messages.ts'

function perform(task: ToSeal, sealing: Sealing): Promise<Sealed> {
  switch (task.verb) {
    case 'seal':
      return sealDocument(task.request, sealing)
    case 'counterSign':
      return counterSign(task.request, sealing)
    case 'sealOwn':
      return sealOwnDocument(task.request, sealing)
  }
}

let latest: { readonly fingerprint: string; readonly key: Promise<SealKey> } | null = null

/** The key is the same from task to task, and that of a P12 file takes long to decrypt. */
function keyOf(material: KeyMaterial): Promise<SealKey> {
  const fingerprint = fingerprintOf(material.chain)
  if (latest?.fingerprint !== fingerprint) latest = { fingerprint, key: importSealKey(material) }
  return latest.key
}

serveTasks<null, ToSeal, SealAnswer>(async () => async (task) => {
  let timestampError: string | null = null
  const onTimestampError = (reason: string) => {
    timestampError = reason
  }
  const { means, now, askTimestamp } = task
  const { own, tsaUrl } = means
  const key = await keyOf(means.key)
  try {
    return { sealed: await perform(task, { key, own, tsaUrl, now, askTimestamp, onTimestampError }), timestampError }
  } catch (error) {
    if (!(error instanceof SealError)) throw error
    return { failed: { code: error.code, message: error.message } }
  }
})
