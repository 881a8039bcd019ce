import { encode, renderSVG } from 'uqr'

/** Modules around the code that stay white (ISO/IEC 18004). */
const border = 4

export const qrSvg = (text: string): string => renderSVG(text, { border, ecc: 'M' })

/** A PNG to print from, at least 1 000 pixels wide. */
export async function qrPng(text: string): Promise<Blob> {
  const { data, size } = encode(text, { border, ecc: 'M' })
  const scale = Math.ceil(1000 / size)
  const canvas = document.createElement('canvas')
  canvas.width = size * scale
  canvas.height = size * scale
  const context = canvas.getContext('2d')
  if (!context) throw new Error('this browser draws no pictures')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = '#000000'
  for (const [y, row] of data.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x * scale, y * scale, scale, scale)
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('the picture could not be made'))), 'image/png')
  })
}

/** Saves a file that the page has made. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has begun when the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 1000)
}
