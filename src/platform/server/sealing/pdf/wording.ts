import { type EventOrigin, partsOfMethod } from '#platform/domain/session-methods.ts'
import { m } from '#platform/messages/messages.ts'
import type { Evidence, SealLevel, SignRoute } from '../sealing.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Formats date and time in UTC, independent of the system locale. */
export function utcTime(iso: string): string {
  const date = new Date(iso)
  if (Number.isNaN(date.getTime())) return iso
  const day = `${two(date.getUTCDate())}/${two(date.getUTCMonth() + 1)}/${date.getUTCFullYear()}`
  const time = `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}:${two(date.getUTCSeconds())}`
  return m.momentUtc({ day, time })
}

export function fileSize(bytes: number): string {
  return m.fileBytes({ size: String(bytes).replace(/\B(?=(\d{3})+$)/g, '\u00a0') })
}

/** IP address and sign-in method of a step. The user agent is printed once with the signer. */
export function originLabel({ address, method }: EventOrigin): string {
  return method ? `${address}, ${m.bySession(partsOfMethod(method))}` : address
}

/** Acceptance by the mail server with its response; no claim about receipt. */
export function handoverMessage({ handedOverAt, response, messageId }: NonNullable<Evidence['authentication']['mail']>): string {
  const at = utcTime(handedOverAt ?? '')
  const taken = response ? m.mailTakenWithAnswer({ at, response }) : m.mailTaken({ at })
  return messageId ? `${taken}\nMessage-ID ${messageId}` : taken
}

/** Legal notice: only what can be claimed. */
export function statementOf(facts: { provider: string; level: SealLevel; own: boolean; timestampMissing: boolean }): string {
  const time = facts.level === 'B-T' ? m.timeAttested() : facts.timestampMissing ? m.timeOfServerForNow() : m.timeOfServer()
  const parts = [m.simpleSignature({ provider: facts.provider }), m.sealLevel({ level: facts.level }), time]
  return [...parts, ...(facts.own ? [] : [m.sealIssuedByPortal()])].join(' ')
}

/** Subject of the certificate: the preceding pages, the attached file, or a URL. */
export function subjectOf(route: SignRoute, document: Evidence['document'], pages: number | null): string {
  switch (route) {
    case 'A':
      return m.certificateOfPages({ pages: pages ?? 0 })
    case 'B':
      return m.certificateWithFile({ fileName: document.fileName ?? '' })
    case 'link':
      return m.certificateOfLink()
  }
}
