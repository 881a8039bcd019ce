import type { PDF, PDFImage } from '@libpdf/core'
import { SealError } from '../sealing.ts'

const signature = '89504e470d0a1a0a'
const maxArea = 4_000_000

/** Embeds a signature image. Throws a SealError unless it is a PNG within the pixel limit. */
export function embedNamePicture(pdf: PDF, bytes: Uint8Array): PDFImage {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const header = file.length > 24 && file.subarray(0, 8).toString('hex') === signature
  if (!header || file.readUInt32BE(16) * file.readUInt32BE(20) > maxArea) throw unreadable()
  try {
    return pdf.embedPng(bytes)
  } catch (error) {
    throw unreadable(error)
  }
}

const unreadable = (cause?: unknown) => new SealError('seal_failed', 'The picture of the name cannot be used.', { cause })
