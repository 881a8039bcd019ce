import { addressBlock } from '#platform/server/http/limits/address-block.ts'
import type { AttemptLimit } from '#platform/server/http/limits/rate-limits.ts'
import { m } from '../messages/messages.ts'

const quarterHour = 900
const day = 86_400

/**
 * Sign-in limits that stop distributed guessing without locking out the owner. A browser that has signed in to the account before
 * has its own counter. All others are counted by address, by account and address, and by account; a locked-out owner can still
 * reset the password by mail, which makes the browser known.
 */
export function signInLimits(address: string, email: string, knownDevice: string | null): AttemptLimit[] {
  const account = email.toLowerCase()
  if (knownDevice) {
    return [{ key: `sign-in device ${knownDevice}`, max: 10, windowSeconds: quarterHour, forgotten: true, account }]
  }
  const from = addressBlock(address)
  const words = m.tooManyPasswords()
  const here = `sign-in account ${account} from ${from}`
  return [
    { key: `sign-in address ${from}`, max: 50, windowSeconds: quarterHour },
    { key: here, max: 10, windowSeconds: quarterHour, forgotten: true, account, words },
    { key: `${here} in a day`, max: 30, windowSeconds: day, forgotten: true, account, words },
    { key: `sign-in account ${account}`, max: 40, windowSeconds: quarterHour, account, words },
    { key: `sign-in account ${account} in a day`, max: 200, windowSeconds: day, account, words },
  ]
}

/** Limits for links, codes and reset requests, against bulk attempts. */
export function linkLimits(address: string): AttemptLimit[] {
  return [{ key: `link address ${addressBlock(address)}`, max: 60, windowSeconds: quarterHour }]
}

export function resetLimits(address: string, email: string): AttemptLimit[] {
  const account = email.toLowerCase()
  return [
    { key: `reset address ${addressBlock(address)}`, max: 30, windowSeconds: quarterHour },
    { key: `reset account ${account}`, max: 5, windowSeconds: quarterHour, account },
  ]
}

export function signInLinkLimits(address: string, email: string): AttemptLimit[] {
  const account = email.toLowerCase()
  return [
    { key: `sign-in link address ${addressBlock(address)}`, max: 30, windowSeconds: quarterHour },
    { key: `sign-in link account ${account}`, max: 5, windowSeconds: quarterHour, account },
  ]
}

/** A browser asks when the sign-in page is opened, and nothing is tried by it. */
export function passkeyQuestionLimits(address: string): AttemptLimit[] {
  return [{ key: `passkey address ${addressBlock(address)}`, max: 300, windowSeconds: quarterHour }]
}

/** Nothing is tried by it, but each writes a row and asks the provider. */
export function providerStartLimits(address: string): AttemptLimit[] {
  return [{ key: `provider address ${addressBlock(address)}`, max: 100, windowSeconds: quarterHour }]
}

/** Counters of a network address, whatever account was tried from it. */
export function countersOfAddress(address: string): string[] {
  const from = addressBlock(address)
  return [
    `sign-in address ${from}`,
    `link address ${from}`,
    `reset address ${from}`,
    `sign-in link address ${from}`,
    `provider address ${from}`,
  ]
}

/** Limits of wrong proofs by somebody who is signed in. */
export function secondFactorLimits(userId: string): AttemptLimit[] {
  return [{ key: `second factor of ${userId}`, max: 10, windowSeconds: quarterHour }]
}

export function passwordLimits(userId: string): AttemptLimit[] {
  return [{ key: `password of ${userId}`, max: 10, windowSeconds: quarterHour }]
}

/** Counters of a person who is asked to confirm who they are. */
export function countersOfPerson(userId: string): string[] {
  return [...secondFactorLimits(userId), ...passwordLimits(userId)].map(({ key }) => key)
}
