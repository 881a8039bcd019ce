import type { Words } from '#platform/domain/languages.ts'
import { Refusal, type RefusalCode } from '#platform/domain/refusal.ts'
import type { NewEvent } from './event-record.ts'

/** A refusal that others learn of: its event is recorded once the transaction that it ends is rolled back. */
export class RecordedRefusal extends Refusal {
  readonly event: NewEvent

  constructor(code: RefusalCode, detail: Words, event: NewEvent) {
    super(code, detail)
    this.event = event
  }
}
