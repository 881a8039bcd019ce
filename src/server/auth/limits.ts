import type { AttemptLimit } from '../http/rate-limits.ts'
import { addressBlock } from '../http/address-block.ts'

const orByMail =
  'Trop de tentatives. Veuillez réessayer plus tard, ou choisissez un nouveau mot de passe avec « Mot de passe oublié ? ».'

const quarterHour = 900
const day = 86_400

/**
 * Sign-in limits that stop distributed guessing without locking out the owner. A browser that has signed in to the account before
 * has its own counter. All others are counted by address, by account and address, and by account; a locked-out owner can still
 * reset the password by mail, which makes the browser known.
 */
export function signInLimits(address: string, email: string, knownDevice: string | null): AttemptLimit[] {
  if (knownDevice) return [{ key: `sign-in device ${knownDevice}`, most: 10, windowSeconds: quarterHour, forgotten: true }]
  const from = addressBlock(address)
  const account = email.toLowerCase()
  const here = `sign-in account ${account} from ${from}`
  return [
    { key: `sign-in address ${from}`, most: 50, windowSeconds: quarterHour },
    { key: here, most: 10, windowSeconds: quarterHour, forgotten: true, words: orByMail },
    { key: `${here} in a day`, most: 30, windowSeconds: day, forgotten: true, words: orByMail },
    { key: `sign-in account ${account}`, most: 40, windowSeconds: quarterHour, words: orByMail },
    { key: `sign-in account ${account} in a day`, most: 200, windowSeconds: day, words: orByMail },
  ]
}

/** Limits for links, codes and reset requests, against bulk attempts. */
export function linkLimits(address: string): AttemptLimit[] {
  return [{ key: `link address ${addressBlock(address)}`, most: 60, windowSeconds: quarterHour }]
}

export function resetLimits(address: string, email: string): AttemptLimit[] {
  return [
    { key: `reset address ${addressBlock(address)}`, most: 30, windowSeconds: quarterHour },
    { key: `reset account ${email.toLowerCase()}`, most: 5, windowSeconds: quarterHour },
  ]
}
