import { type PDF, PdfArray, type PdfDict, PdfNumber, type PdfObject } from '@libpdf/core'
import { dictOf, resolved } from './form-fields.ts'

/** Displayed size of a page after cropping and rotation, including inherited attributes. */
export function visibleSize(pdf: PDF, page: PdfDict): { width: number; height: number } | null {
  const box = inherited(pdf, page, 'CropBox') ?? inherited(pdf, page, 'MediaBox')
  if (!(box instanceof PdfArray)) return null
  const [left = 0, bottom = 0, right = 0, top = 0] = [...box].map((side) => numberOf(pdf, side))
  const turned = numberOf(pdf, inherited(pdf, page, 'Rotate') ?? undefined) % 180 !== 0
  const size = [Math.abs(right - left), Math.abs(top - bottom)]
  const [width = 0, height = 0] = turned ? size.reverse() : size
  return { width, height }
}

function inherited(pdf: PDF, page: PdfDict, key: string): PdfObject | null {
  let node: PdfDict | null = page
  for (let depth = 0; node && depth < 64; depth += 1) {
    const value = resolved(pdf, node.get(key))
    if (value) return value
    node = dictOf(pdf, node.get('Parent'))
  }
  return null
}

function numberOf(pdf: PDF, object: PdfObject | undefined): number {
  const value = resolved(pdf, object)
  return value instanceof PdfNumber ? value.value : 0
}
