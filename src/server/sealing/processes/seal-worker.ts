import { serveTasks } from '#server/workers/serve-tasks.ts'
import { counterSign } from '../pdf/counter-sign.ts'
import type { Sealing } from '../pdf/seal-document.ts'
import { sealDocument } from '../pdf/seal-document.ts'
import { sealOwnDocument } from '../pdf/seal-own-document.ts'
import { sealKeyOf } from '../keys/seal-key.ts'
import type { SealAnswer, SealSetup, ToSeal } from './seal-messages.ts'
import { type Sealed, SealError } from '../sealing.ts'

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

serveTasks<SealSetup, ToSeal, SealAnswer>(async ({ key, own, tsaUrl }) => {
  const sealKey = await sealKeyOf(key)
  return async (task) => {
    let timestampError: string | null = null
    const onTimestampError = (reason: string) => {
      timestampError = reason
    }
    const { now, askTimestamp } = task
    try {
      return { sealed: await perform(task, { key: sealKey, own, tsaUrl, now, askTimestamp, onTimestampError }), timestampError }
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      return { failed: { code: error.code, message: error.message } }
    }
  }
})
