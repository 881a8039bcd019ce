import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly optional?: boolean
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
}

export type Lock = Readonly<Record<string, Locked>>

export function readLock(root: string): Lock {
  return (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages
}

/** Folders of packages and of everything that they need, as Node finds them. */
export function closureOf(lock: Lock, names: readonly string[]): string[] {
  const closure = new Set<string>()
  const take = (name: string, from: string) => {
    const path = placeOf(lock, name, from)
    if (closure.has(path)) return
    closure.add(path)
    for (const each of Object.keys(lock[path]?.dependencies ?? {})) take(each, path)
  }
  for (const name of names) take(name, '')
  return [...closure].sort()
}

function placeOf(lock: Lock, name: string, from: string): string {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const path = `${folder}${folder && '/'}node_modules/${name}`
    if (lock[path]) return path
    if (folder === '') throw new Error(`${name}, which ${from || 'the portal'} needs, is not in package-lock.json`)
  }
}

/** The licences of all packages that the built files have parts of; each text once. */
export function licences(root: string, lock: Lock): string {
  const texts = new Map<string, string[]>()
  for (const [path, { version, license = '', dev, optional, link }] of Object.entries(lock)) {
    if (!path.startsWith('node_modules/') || dev || optional || link || !existsSync(join(root, path))) continue
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)
    const text = licenceIn(join(root, path)) ?? `Licence: ${license}`
    texts.set(text, [...(texts.get(text) ?? []), `${name} ${version} (${license})`])
  }
  return [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text.trim()}\n`).join(`\n${'-'.repeat(80)}\n\n`)
}

function licenceIn(folder: string): string | null {
  const name = readdirSync(folder).find((each) => /^(licen[cs]e|copying)/i.test(each))
  return name === undefined ? null : readFileSync(join(folder, name), 'utf8')
}
