/** Characters whose Windows-1252 code differs from Latin-1. */
const windows: Readonly<Record<string, string>> = { '’': '\x92', '–': '\x96', '—': '\x97', '€': '\x80', œ: '\x9c' }

const encoded = (text: string) => text.replace(/[()\\]/g, '').replace(/[’–—€œ]/g, (sign) => windows[sign] ?? sign)

/** A minimal valid PDF: one page with a title and lines of text. */
export function pdf(title: string, lines: readonly string[] = []): Buffer {
  const below = lines.map((line) => `(${encoded(line)}) Tj T*`).join(' ')
  const text = `BT /F1 24 Tf 72 740 Td (${encoded(title)}) Tj /F1 11 Tf 17 TL 0 -44 Td ${below} ET`
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
  ]
  let body = '%PDF-1.4\n'
  const offsets: number[] = []
  objects.forEach((object, index) => {
    offsets.push(body.length)
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
  })
  const start = body.length
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`
  body += offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  return Buffer.from(`${body}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}
