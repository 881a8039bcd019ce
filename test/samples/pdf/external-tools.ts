import { execFileSync, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDF, PdfArray, PdfDict, type PdfNumber, PdfString } from '@libpdf/core'

const programs = ['pdfsig', 'pdfdetach', 'pdffonts', 'pdftoppm', 'pdftotext', 'qpdf', 'openssl']

/** Missing programs; tests that need them are skipped and say so. */
export const missingTools = programs.filter((program) => spawnSync('which', [program]).status !== 0)
export const skippedNote = missingTools.length > 0 ? ` (left out: install ${missingTools.join(', ')})` : ''

/** Calls `use` with the file in a temporary folder. */
export function withFile<Result>(bytes: Uint8Array, use: (path: string, folder: string) => Result): Result {
  const folder = mkdtempSync(join(tmpdir(), 'passerelle-judges-'))
  try {
    const path = join(folder, 'judged.pdf')
    writeFileSync(path, bytes)
    return use(path, folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = (program: string, ...options: string[]) =>
  execFileSync(program, options, { encoding: 'utf8', stdio: 'pipe', env: { ...process.env, LC_ALL: 'C.UTF-8' } })

export interface PdfsigVerdict {
  readonly field: string
  readonly valid: boolean
  readonly type: string
  readonly wholeFile: boolean
  readonly name: string
}

/** Signatures as reported by poppler's pdfsig; none for an unreadable file. */
export function pdfsig(bytes: Uint8Array): PdfsigVerdict[] {
  return withFile(bytes, (path) => {
    const { stdout } = spawnSync('pdfsig', ['-nocert', path], { encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' } })
    return stdout
      .split(/^Signature #\d+:$/m)
      .slice(1)
      .filter((part) => !part.includes('is not signed'))
      .map((part) => {
        const after = (label: string) => new RegExp(`- ${label}: (.*)$`, 'm').exec(part)?.[1] ?? ''
        return {
          field: after('Signature Field Name'),
          valid: part.includes('Signature is Valid.'),
          type: after('Signature Type'),
          wholeFile: part.includes('Total document signed') && !part.includes('Not total document signed'),
          name: after('Signer Certificate Common Name'),
        }
      })
  })
}

export interface SignatureBytes {
  readonly field: string
  readonly range: readonly number[]
  readonly cms: Buffer
  readonly padding: Buffer
  readonly signed: Buffer
  readonly dict: PdfDict
}

/** Signatures found by walking the form's field list. */
export async function signaturesOf(bytes: Uint8Array): Promise<SignatureBytes[]> {
  const file = Buffer.from(bytes)
  const pdf = await PDF.load(new Uint8Array(bytes))
  const resolver = pdf.getObject.bind(pdf)
  const form = pdf.getCatalog().getDict('AcroForm', resolver)
  const fields = [...(form?.getArray('Fields', resolver) ?? [])].map((_, at) =>
    form?.getArray('Fields', resolver)?.at(at, resolver),
  )
  return fields.flatMap((field) => {
    const dict = field instanceof PdfDict ? field.get('V', resolver) : undefined
    if (!(field instanceof PdfDict) || !(dict instanceof PdfDict)) return []
    const range = dict.get('ByteRange', resolver)
    const contents = dict.get('Contents', resolver)
    if (!(range instanceof PdfArray) || !(contents instanceof PdfString)) return []
    const [a = 0, b = 0, c = 0, d = 0] = [...range].map((each) => (each as PdfNumber).value)
    const whole = Buffer.from(contents.bytes)
    const length = 4 + whole.readUInt16BE(2)
    return {
      field: field.getString('T')?.asString() ?? '',
      range: [a, b, c, d],
      cms: whole.subarray(0, length),
      padding: whole.subarray(length),
      signed: Buffer.concat([file.subarray(a, a + b), file.subarray(c, c + d)]),
      dict,
    }
  })
}

/** Whether openssl verifies a signature under this authority. */
export function opensslVerifies({ cms, signed }: SignatureBytes, caPem: string): boolean {
  return withFile(signed, (path, folder) => {
    writeFileSync(join(folder, 'cms.der'), cms)
    writeFileSync(join(folder, 'ca.pem'), caPem)
    const options = ['-inform', 'DER', '-in', join(folder, 'cms.der'), '-content', path, '-CAfile', join(folder, 'ca.pem')]
    return spawnSync('openssl', ['cms', '-verify', '-binary', ...options, '-out', '/dev/null']).status === 0
  })
}

export function opensslPrints({ cms }: SignatureBytes): string {
  return withFile(cms, (path) => run('openssl', 'cms', '-cmsout', '-print', '-inform', 'DER', '-in', path))
}

/** Structural errors found by qpdf; empty when there are none. */
export function qpdfComplains(bytes: Uint8Array): string {
  return withFile(bytes, (path) => {
    const { status, stderr, stdout } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' })
    return status === 0 ? '' : `${stdout}${stderr}`
  })
}

/** Fonts that pdffonts reports as not embedded; throws if it finds none at all. */
export function unembeddedFonts(bytes: Uint8Array): string[] {
  const [, , ...rows] = withFile(bytes, (path) => run('pdffonts', path))
    .trimEnd()
    .split('\n')
  if (rows.length === 0) throw new Error('pdffonts finds no font')
  return rows.filter((row) => !/ yes (yes|no) +(yes|no) +\d+ +\d+$/.test(row))
}

/** Attached files by name. */
export function attachments(bytes: Uint8Array): Map<string, Buffer> {
  return withFile(bytes, (path, folder) => {
    const out = join(folder, 'attached')
    mkdirSync(out)
    run('pdfdetach', '-saveall', '-o', out, path)
    return new Map(readdirSync(out).map((name) => [name, readFileSync(join(out, name))]))
  })
}

/** The first page as a binary graymap (P5). */
export function graymap(bytes: Uint8Array, resolution: number): Buffer {
  return withFile(bytes, (path, folder) => {
    run('pdftoppm', '-gray', '-r', String(resolution), '-singlefile', path, join(folder, 'page'))
    return readFileSync(join(folder, 'page.pgm'))
  })
}

/** A hash of each rendered page, from the first to `last`. */
export function pictures(bytes: Uint8Array, last: number, resolution = 40): string[] {
  return withFile(bytes, (path, folder) => {
    run('pdftoppm', '-r', String(resolution), '-f', '1', '-l', String(last), path, join(folder, 'page'))
    return readdirSync(folder)
      .filter((name) => name.endsWith('.ppm'))
      .sort()
      .map((name) =>
        createHash('sha256')
          .update(readFileSync(join(folder, name)))
          .digest('hex'),
      )
  })
}

/** The text of an A4 document without the header and the footer of its pages. */
export function bodyText(bytes: Uint8Array): string {
  const area = ['-x', '0', '-y', '60', '-W', '596', '-H', '710']
  return withFile(bytes, (path) => run('pdftotext', ...area, '-layout', '-enc', 'UTF-8', path, '-'))
}

/** The words of the pages from `first` on, regardless of lines. */
export function words(bytes: Uint8Array, first: number): string {
  return withFile(bytes, (path) => run('pdftotext', '-layout', '-f', String(first), path, '-'))
    .normalize('NFC')
    .replace(/\s+/g, ' ')
}
