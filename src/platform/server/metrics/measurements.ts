import { AsyncResource } from 'node:async_hooks'
import { channel } from 'node:diagnostics_channel'

export const outcomes = ['done', 'failed'] as const
export const mailOutcomes = ['sent', 'refused', 'failed'] as const

/** What parts of the server report about their work. Times are in seconds. */
export interface Measurements {
  /** A round trip to the database. */
  readonly exchange: { readonly seconds: number; readonly statements: number; readonly texts: readonly string[] }
  /** A session of the database that was asked for by work that holds one. */
  readonly nestedSession: { readonly way: string }
  /** An attempt at delivering a mail. */
  readonly mail: { readonly outcome: (typeof mailOutcomes)[number]; readonly seconds: number }
  /** An attempt at a job of the queue. */
  readonly job: { readonly name: string; readonly outcome: (typeof outcomes)[number]; readonly seconds: number }
  readonly jobGivenUp: { readonly name: string }
  /** A task of a child process, queueing included. */
  readonly task: { readonly kind: string; readonly outcome: (typeof outcomes)[number]; readonly seconds: number }
  /** An event that has reached this server. `lag`: since it happened. */
  readonly event: { readonly lag: number }
  /** A live stream that opened (+1) or closed (-1). */
  readonly stream: { readonly change: 1 | -1 }
}

export type Measurement = keyof Measurements

/** Which trace work belongs to, as W3C Trace Context writes it. */
export interface Carrier {
  traceparent?: string
}

const channels = new Map<Measurement, ReturnType<typeof channel>>()

function channelOf(name: Measurement) {
  const measurement = channels.get(name) ?? channel(`passerelle:${name}`)
  channels.set(name, measurement)
  return measurement
}

/** Reports a measurement to whoever observes it; costs next to nothing while nobody does. */
export function measure<M extends Measurement>(name: M, value: () => Measurements[M]): void {
  const to = channelOf(name)
  if (to.hasSubscribers) to.publish(value())
}

/** Runs `work` and reports how it ended and how long it took. */
export async function measured<T>(work: () => Promise<T>, report: (outcome: (typeof outcomes)[number], seconds: number) => void) {
  const start = performance.now()
  try {
    const result = await work()
    report('done', secondsSince(start))
    return result
  } catch (error) {
    report('failed', secondsSince(start))
    throw error
  }
}

export const secondsSince = (start: number): number => (performance.now() - start) / 1000

/** Calls `observer` for each measurement of this process. Returns what ends it. */
export function observe<M extends Measurement>(name: M, observer: (value: Measurements[M]) => void): () => void {
  const from = channelOf(name)
  const subscriber = (value: unknown) => observer(value as Measurements[M])
  from.subscribe(subscriber)
  return () => void from.unsubscribe(subscriber)
}

/** A report that is made in the context in which it was prepared, such as the request that sent a statement. */
export function reportHere(name: Measurement, report: () => void): () => void {
  return channelOf(name).hasSubscribers ? AsyncResource.bind(report) : report
}

/** Channels to the tracing: the first one asks for the current trace, the second one reports work that belongs to a trace. */
export const traceChannel = channel('passerelle:trace')
export const jobStarted = channel('passerelle:job-started')

/** What a job carries, so that its work shows in the trace of the request that asked for it; nothing while nobody traces. */
export function presentTrace(): Carrier {
  const carrier: Carrier = {}
  if (traceChannel.hasSubscribers) traceChannel.publish(carrier)
  return carrier
}

/** Runs a job within the trace that it carries, or within none. */
export function inTraceOf<T>(carrier: Carrier, run: () => Promise<T>): Promise<T> {
  return jobStarted.hasSubscribers ? jobStarted.runStores(carrier, run) : run()
}
