import { type PDF, PdfArray, PdfDict, PdfName, PdfNumber, type PdfObject, PdfRef, PdfString } from '@libpdf/core'
import type { FieldPlace } from './field-appearance.ts'

export const partnerField = 'Partner'
export const providerField = 'Provider'
const readOnly = 1
const printedAndLocked = 4 | 128
const signaturesExistAppendOnly = 3
/** Depth limit; real forms have two or three levels. */
const maxDepth = 64

export interface FormField {
  readonly name: string
  readonly type: string | null
  readonly dict: PdfDict
  readonly flags: number
  readonly value: PdfObject | null
}

export function resolved(pdf: PDF, object: PdfObject | undefined): PdfObject | null {
  return object instanceof PdfRef ? pdf.getObject(object) : (object ?? null)
}

export function dictOf(pdf: PDF, object: PdfObject | undefined): PdfDict | null {
  const value = resolved(pdf, object)
  return value instanceof PdfDict ? value : null
}

/** The AcroForm dictionary, direct or referenced. */
export const formOf = (pdf: PDF) => dictOf(pdf, pdf.getCatalog().get('AcroForm'))

/** All terminal fields, reached from the AcroForm's field list. Throws if the nesting exceeds the limit. */
export function formFields(pdf: PDF): FormField[] {
  const fields: FormField[] = []
  const seen = new Set<PdfDict>()
  const walk = (list: PdfObject | null, parent: { name: string; type: string | null; flags: number }, depth: number) => {
    if (!(list instanceof PdfArray)) return
    if (depth > maxDepth) throw new Error('The form is nested too deeply.')
    for (const item of list) {
      const dict = dictOf(pdf, item)
      if (!dict || seen.has(dict)) continue
      seen.add(dict)
      const part = resolved(pdf, dict.get('T'))
      const type = resolved(pdf, dict.get('FT'))
      const flags = resolved(pdf, dict.get('Ff'))
      const own = {
        name: [parent.name, part instanceof PdfString ? part.asString() : ''].filter(Boolean).join('.'),
        type: type instanceof PdfName ? type.value : parent.type,
        flags: flags instanceof PdfNumber ? flags.value : parent.flags,
      }
      const kids = resolved(pdf, dict.get('Kids'))
      const named = kids instanceof PdfArray && [...kids].some((kid) => dictOf(pdf, kid)?.has('T'))
      if (named) walk(kids, own, depth + 1)
      else fields.push({ ...own, dict, value: resolved(pdf, dict.get('V')) })
    }
  }
  walk(resolved(pdf, formOf(pdf)?.get('Fields')), { name: '', type: null, flags: 0 }, 0)
  return fields
}

/** Makes all fields read-only. Not flattened: fields without an appearance stream would lose their value. */
export function lockFields(pdf: PDF): void {
  for (const { type, dict, flags } of formFields(pdf)) {
    if (type !== 'Sig') dict.set('Ff', PdfNumber.of(flags | readOnly))
  }
}

/** Adds a signature field with a widget on the certificate page. */
export function addSignatureField(pdf: PDF, name: string, { page, rect, appearance }: FieldPlace, value: PdfRef | null): PdfRef {
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    F: PdfNumber.of(printedAndLocked),
    Rect: new PdfArray(rect.map((side) => PdfNumber.of(Math.round(side * 100) / 100))),
    P: page.ref,
    AP: PdfDict.of({ N: appearance }),
  })
  if (value) field.set('V', value)
  const ref = pdf.register(field)
  append(pdf, page.dict, 'Annots', ref)
  append(pdf, ensureForm(pdf), 'Fields', ref)
  return ref
}

/** Adds a signature field that nobody sees; without a picture, which PDF/A asks of fields with a size alone. */
export function addInvisibleSignature(pdf: PDF, name: string, value: PdfRef): void {
  const [page] = pdf.getPages()
  if (!page) throw new Error('a document has a page')
  const field = PdfDict.of({
    Type: PdfName.of('Annot'),
    Subtype: PdfName.of('Widget'),
    FT: PdfName.of('Sig'),
    T: PdfString.fromString(name),
    F: PdfNumber.of(printedAndLocked),
    Rect: new PdfArray([0, 0, 0, 0].map((side) => PdfNumber.of(side))),
    P: page.ref,
    V: value,
  })
  const ref = pdf.register(field)
  append(pdf, page.dict, 'Annots', ref)
  append(pdf, ensureForm(pdf), 'Fields', ref)
}

function ensureForm(pdf: PDF): PdfDict {
  const form = formOf(pdf) ?? PdfDict.of({ Fields: new PdfArray() })
  if (!formOf(pdf)) pdf.getCatalog().set('AcroForm', pdf.register(form))
  form.set('SigFlags', PdfNumber.of(signaturesExistAppendOnly))
  return form
}

function append(pdf: PDF, dict: PdfDict, key: string, ref: PdfRef): void {
  const list = resolved(pdf, dict.get(key))
  if (list instanceof PdfArray) list.push(ref)
  else dict.set(key, new PdfArray([ref]))
}
