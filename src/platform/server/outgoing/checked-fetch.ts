import { type OutgoingRequest, type Resolve, sendChecked } from './checked-request.ts'
import type { AllowedInside } from './internal-addresses.ts'

/** More than any description of a server or any set of keys has. */
const maxBytes = 512 * 1024
const answerSeconds = 10

/** Answers that have no body, for which none may be given. */
const bodiless = [204, 205, 304]

/** Sends requests by the checked road, and returns the answer as `fetch` would, redirects included. */
export async function fetchChecked(
  request: OutgoingRequest,
  allowed: AllowedInside,
  { resolve, seconds = answerSeconds }: { readonly resolve?: Resolve | undefined; readonly seconds?: number } = {},
): Promise<Response> {
  const signal = AbortSignal.timeout(seconds * 1000)
  const answer = await sendChecked(request, allowed, { signal, resolve })
  const parts: Buffer[] = []
  let length = 0
  try {
    for await (const part of answer as AsyncIterable<Buffer>) {
      length += part.length
      if (length > maxBytes) throw new Error(`an answer has more than ${maxBytes} bytes`)
      parts.push(part)
    }
  } finally {
    answer.destroy()
  }
  const status = answer.statusCode ?? 0
  if (status < 200 || status > 599) throw new Error(`an answer has the status ${status}`)
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) for (const each of value ?? []) headers.append(name, each)
  return new Response(bodiless.includes(status) ? null : Buffer.concat(parts), { status, headers })
}
