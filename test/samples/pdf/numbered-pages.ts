/** A PDF of `pages` pages, each with its number as text. */
export function contractOf(pages: number): Buffer {
  const numbers = Array.from({ length: pages }, (_, index) => index + 1)
  const content = (number: number) => {
    const lines = Array.from(
      { length: 30 },
      (_, line) => `0 -18 Td (Article ${number}.${line + 1} - Les parties conviennent de ce qui suit.) Tj`,
    )
    return `BT /F1 22 Tf 72 760 Td (Contrat, page ${number}) Tj /F1 11 Tf ${lines.join(' ')} ET`
  }
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${2 + 2 * number} 0 R`).join(' ')}] /Count ${pages} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...numbers.flatMap((number) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${3 + 2 * number} 0 R ` +
        '/Resources << /Font << /F1 3 0 R >> >> >>',
      `<< /Length ${content(number).length} >>\nstream\n${content(number)}\nendstream`,
    ]),
  ]
  let body = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = body.length
    body += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  const start = body.length
  const size = objects.length + 1
  body += `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join('')}`
  return Buffer.from(`${body}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`, 'latin1')
}
