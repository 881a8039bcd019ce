import { readCursor } from '#platform/domain/live-cursor.ts'
import { randomId } from '#platform/web/app/requests/random-id.ts'

/** The tab with the stream says so this often; once it has been silent for the second time, another one opens a stream. */
const beatMs = 2000
const beatTimeoutMs = 5000
/** An answer takes a few milliseconds. Up to as much again by chance, lest tabs that ask at once open at once. */
const askMs = 75

/** What a stream brings, as its tab hands it on. `id`: the cursor of an event, else empty. */
export interface Frame {
  readonly kind: string
  readonly data: string
  readonly id: string
}

/** Positions are cursors; null: nothing was read yet, so that nothing can be missed. */
type Position = string | null

type Said =
  /** Wants the stream. */
  | { readonly kind: 'ask' }
  /** Hands its stream over: it has brought all up to this position. */
  | { readonly kind: 'give'; readonly to: string; readonly after: Position }
  /** Opens a stream that begins at this position. */
  | { readonly kind: 'lead'; readonly since: number; readonly after: Position }
  | { readonly kind: 'beat'; readonly since: number }
  | { readonly kind: 'leave' }
  | { readonly kind: 'frame'; readonly frame: Frame }

interface Parts {
  /** Tabs share a stream by this name. */
  readonly name: string
  /** Where a stream has to begin for this tab. */
  readonly position: () => Position
  /** Opens a stream, again if need be, at the position that `at` says then. Returns its end. */
  readonly open: (at: () => Position, deliver: (frame: Frame) => void) => () => void
  /** Frames of whichever tab has the stream, this one included; a frame may come twice. */
  readonly onFrame: (frame: Frame) => void
}

/**
 * One stream for all tabs of a name. A tab that joins takes the stream over, so that it begins where the newcomer needs it, and
 * hands on to the others what it brings; whoever had it follows. A tab that crashes, is frozen or hangs is silent, and another
 * one opens the stream where it stands itself. Two may both have one while their words cross: one stays.
 */
export class SharedStream {
  readonly #parts: Parts
  readonly #id = randomId()
  #channel: BroadcastChannel | null = null
  /** The next beat of an own stream, the end of the wait for an answer, or the timeout of the tab that is followed. */
  #timer: ReturnType<typeof setTimeout> | undefined
  /** The end of an own stream. */
  #end: (() => void) | null = null
  /** Since when there is one, and how far it has come. */
  #since = 0
  #at: Position = null
  /** The tab that is followed; null while this one has the stream, or asks for it. */
  #leader: string | null = null

  constructor(parts: Parts) {
    this.#parts = parts
  }

  join(): void {
    if (this.#channel) return
    this.#channel = new BroadcastChannel(this.#parts.name)
    this.#channel.onmessage = ({ data }: MessageEvent<Said & { readonly from: string }>) => this.#hear(data, data.from)
    this.#ask()
  }

  leave(): void {
    if (this.#end) this.#say({ kind: 'leave' })
    this.#close()
    clearTimeout(this.#timer)
    this.#leader = null
    this.#channel?.close()
    this.#channel = null
  }

  #say(said: Said): void {
    this.#channel?.postMessage({ ...said, from: this.#id })
  }

  #wait(ms: number, then: () => void): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(then, ms)
  }

  #close(): void {
    this.#end?.()
    this.#end = null
  }

  readonly #ask = (): void => {
    this.#leader = null
    this.#say({ kind: 'ask' })
    this.#wait(askMs * (1 + Math.random()), () => this.#lead(this.#parts.position()))
  }

  #lead(after: Position): void {
    this.#leader = null
    this.#since = Date.now()
    this.#at = after
    const deliver = (frame: Frame) => {
      if (frame.id !== '' && (this.#at === null || seqOf(frame.id) > seqOf(this.#at))) this.#at = frame.id
      this.#say({ kind: 'frame', frame })
      this.#parts.onFrame(frame)
    }
    this.#end = this.#parts.open(() => this.#at, deliver)
    this.#say({ kind: 'lead', since: this.#since, after })
    this.#wait(beatMs, this.#beat)
  }

  readonly #beat = (): void => {
    if (this.#end) this.#say({ kind: 'beat', since: this.#since })
    this.#wait(beatMs, this.#beat)
  }

  #follow(leader: string): void {
    this.#leader = leader
    this.#wait(beatTimeoutMs, this.#ask)
  }

  #hear(said: Said, from: string): void {
    if (said.kind === 'ask') this.#answer(from)
    else if (said.kind === 'give') this.#take(said)
    else if (said.kind === 'lead' || said.kind === 'beat') this.#hearLeader(said, from)
    else if (said.kind === 'leave') from === this.#leader && this.#ask()
    else {
      if (from === this.#leader) this.#follow(from)
      this.#parts.onFrame(said.frame)
    }
  }

  #answer(to: string): void {
    if (!this.#end) return
    this.#say({ kind: 'give', to, after: this.#at })
    this.#close()
    this.#follow(to)
  }

  #take({ to, after }: Extract<Said, { kind: 'give' }>): void {
    if (to === this.#id && !this.#end) this.#lead(earlier(this.#parts.position(), after))
  }

  #hearLeader(said: Extract<Said, { kind: 'lead' | 'beat' }>, from: string): void {
    if (this.#end) {
      const isLater = said.since > this.#since || (said.since === this.#since && from > this.#id)
      if (!isLater) return
      this.#close()
    }
    // A stream that has run for a while has brought what this tab may lack, a new one says where it begins.
    const hasAll = said.kind === 'lead' ? seqOf(said.after) <= seqOf(this.#parts.position()) : from === this.#leader
    if (hasAll) this.#follow(from)
    else this.#ask()
  }
}

/** Where nothing can be missed, a stream may begin as late as it likes. */
const seqOf = (position: Position) => (position === null ? Number.POSITIVE_INFINITY : (readCursor(position)?.seq ?? 0))

const earlier = (one: Position, other: Position) => (seqOf(one) <= seqOf(other) ? one : other)
