import type { EmbeddedFont, PDF } from '@libpdf/core'
import { encode } from 'uqr'
import { contractWords } from '#contracts/contracts/domain.ts'
import type { Evidence } from '../sealing.ts'
import { type AppearanceLine, type FieldPlace, fieldAppearance } from './field-appearance.ts'
import { embedNamePicture } from './name-picture.ts'
import { fits, fitted, replacement, wrapped } from './printable.ts'
import { accent, bodySize, hairline, ink, muted, mutedColour, Sheet, type SheetSize, tint } from './sheet.ts'
import { visibleSize } from './visible-size.ts'
import { fileSize, handoverMessage, originLabel, subjectOf, utcTime } from './wording.ts'

export interface Certificate {
  readonly evidence: Evidence
  readonly verifyUrl: string
  readonly namePicture: Uint8Array | null
  /** Number of preceding document pages; null if there are none. */
  readonly pagesBefore: number | null
}

const a4 = { width: 595.28, height: 841.89 }
const boxHeight = 78
const boxGap = 14
export const nameSize = 19
const codeSize = 82

/** Size of the document's last page, or A4 if that is too small or too large. */
export function sheetSize(last: SheetSize | null): SheetSize {
  const usable = last && last.width >= 380 && last.height >= 400 && last.width <= 2400 && last.height <= 2400
  return usable ? { width: last.width, height: last.height } : a4
}

/** Draws the certificate after the last page; returns the positions of the two signature fields. */
export function drawCertificate(pdf: PDF, certificate: Certificate): { partner: FieldPlace; provider: FieldPlace } {
  const last = pdf.getPages().at(-1)
  const sheet = new Sheet(pdf, sheetSize(last ? visibleSize(pdf, last.dict) : null))
  const { evidence } = certificate
  drawHead(sheet, certificate)
  drawDocument(sheet, evidence)
  drawSigner(sheet, evidence)
  const fields = drawBoxes(sheet, pdf, certificate)
  drawConsent(sheet, evidence)
  drawEvents(sheet, evidence)
  drawMeaning(sheet, certificate)
  drawFeet(sheet, evidence)
  return fields
}

function drawHead(sheet: Sheet, { evidence, verifyUrl, pagesBefore }: Certificate): void {
  const { margin, fonts, width } = sheet
  const textWidth = width - codeSize - 22
  const top = sheet.y
  drawCode(sheet, verifyUrl, margin + width - codeSize, top - codeSize)
  const caption = 'Vérifier ce document'
  const captionX = margin + width - codeSize / 2 - fonts.regular.widthOfTextAtSize(caption, 6.5) / 2
  sheet.line(caption, { x: captionX, y: top - codeSize - 9, size: 6.5, color: muted })
  sheet.paragraph(evidence.provider.name, { width: textWidth, font: fonts.medium, size: 9, color: accent })
  sheet.y -= 4
  sheet.paragraph('Certificat de signature électronique', { width: textWidth, font: fonts.medium, size: 17 })
  sheet.y -= 2
  sheet.paragraph(evidence.title, { width: textWidth, size: 10.5 })
  sheet.y -= 3
  sheet.paragraph(`Référence ${evidence.reference}`, { width: textWidth, font: fonts.medium, color: muted })
  sheet.y = Math.min(sheet.y, top - codeSize - 10) - 8
  drawNote(sheet, subjectOf(evidence.seal.route, evidence.document, pagesBefore))
}

/** A text block on a tinted background. */
function drawNote(sheet: Sheet, text: string): void {
  const { margin, width, fonts } = sheet
  const inside = width - 20
  const height = wrapped(text, fonts.regular, bodySize, inside).length * bodySize * 1.35 + 13
  sheet.page.drawRectangle({ x: margin, y: sheet.y - height, width, height, color: tint })
  sheet.page.drawRectangle({ x: margin, y: sheet.y - height, width: 2, height, color: accent })
  const bottom = sheet.y - height
  sheet.y -= 5
  sheet.paragraph(text, { x: margin + 11, width: inside })
  sheet.y = Math.min(sheet.y, bottom)
}

function drawCode(sheet: Sheet, url: string, x: number, y: number): void {
  const { data, size } = encode(url, { ecc: 'M', border: 0 })
  const cell = codeSize / size
  const squares = data.flatMap((row, line) =>
    runs(row).map(([from, to]) => `M${from * cell} ${line * cell}h${(to - from) * cell}v${cell}h${(from - to) * cell}z`),
  )
  sheet.page.drawSvgPath(squares.join(''), { x, y: y + codeSize, color: ink })
}

/** Runs of dark modules, drawn as one bar each to avoid gaps between squares. */
function runs(row: readonly boolean[]): [number, number][] {
  const ranges: [number, number][] = []
  row.forEach((dark, at) => {
    const last = ranges.at(-1)
    if (!dark) return
    if (last && last[1] === at) last[1] = at + 1
    else ranges.push([at, at + 1])
  })
  return ranges
}

function drawDocument(sheet: Sheet, { document, contractType, amends, title }: Evidence): void {
  sheet.heading('Document')
  sheet.row('Titre', `${title} (${contractWords[contractType].noun})`)
  if (document.fileName !== null) {
    sheet.row('Fichier', `${document.fileName}${document.size === null ? '' : ` — ${fileSize(document.size)}`}`)
  }
  if (document.sha256 !== null) sheet.row('SHA-256 d’origine', document.sha256)
  if (document.link !== null) sheet.row('Lien', document.link)
  if (amends) {
    const signed = amends.signedAt ? `, signé le ${utcTime(amends.signedAt)}` : ''
    const { sealed } = amends
    const facts = [
      `${amends.title}${signed}`,
      amends.sha256 && `SHA-256 d’origine ${amends.sha256}`,
      sealed && `SHA-256 du fichier scellé ${sealed.sha256}`,
      sealed && `Référence ${sealed.reference}`,
    ]
    sheet.row('Modifie', facts.filter(Boolean).join('\n'))
  }
}

function drawSigner(sheet: Sheet, { signer, authentication, signedAt }: Evidence): void {
  sheet.heading('Signataire')
  sheet.row('Nom', `${signer.name}${signer.company ? `, pour ${signer.company}` : ''}`)
  sheet.row('E-mail', signer.email)
  sheet.row('Signé le', utcTime(signedAt))
  sheet.row(
    'Authentification',
    `Code à six chiffres envoyé à cette adresse le ${utcTime(authentication.codeSentAt)}, vérifié ` +
      `le ${utcTime(authentication.codeCheckedAt)}`,
  )
  if (authentication.mail?.handedOverAt) sheet.row('Remise du code', handoverMessage(authentication.mail))
  sheet.row('Adresse IP', signer.ip)
  sheet.row('Navigateur', `${signer.userAgent} (langue : ${signer.locale})`)
}

function drawBoxes(sheet: Sheet, pdf: PDF, { evidence, namePicture }: Certificate) {
  sheet.room(boxHeight + 16)
  const { margin, fonts, page } = sheet
  const width = (sheet.width - boxGap) / 2
  const bottom = sheet.y - 14 - boxHeight
  const places = [margin, margin + width + boxGap].map((x): Omit<FieldPlace, 'appearance'> => {
    page.drawRectangle({ x, y: bottom, width, height: boxHeight, borderColor: hairline, borderWidth: 0.75 })
    return { page, rect: [x, bottom, x + width, bottom + boxHeight] }
  })
  const [partner, provider] = places
  if (!partner || !provider) throw new Error('a certificate has two boxes')
  const { signer } = evidence
  const above = `Signé électroniquement${signer.company ? ` pour ${signer.company}` : ''}`
  for (const { text, size, y } of boxLabels(fonts.regular, boxHeight, { above, below: utcTime(evidence.signedAt) })) {
    const line = fitted(text, fonts.regular, size, width - 20)
    sheet.line(line.text, { x: margin + 10, y: bottom + y, size: line.size, color: muted })
  }
  if (namePicture) {
    const picture = embedNamePicture(pdf, namePicture)
    const scale = Math.min((width - 20) / picture.width, 38 / picture.height)
    const size = { width: picture.width * scale, height: picture.height * scale }
    page.drawImage(picture, { x: margin + 10, y: bottom + 20 + (38 - size.height) / 2, ...size })
  } else {
    const name = fitted(signer.typedName, fonts.italic, nameSize, width - 20)
    sheet.line(name.text, { x: margin + 10, y: bottom + 32, font: fonts.italic, size: name.size, color: accent })
  }
  sheet.y = bottom
  const waiting = boxLabels(fonts.regular, boxHeight, {
    above: `Contre-signature de ${evidence.provider.name}`,
    below: 'Case remplie quand l’organisation contre-signe.',
  })
  const size = { width, height: boxHeight }
  return {
    partner: { ...partner, appearance: fieldAppearance(pdf, size, []) },
    provider: { ...provider, appearance: fieldAppearance(pdf, size, waiting) },
  }
}

/** The two small lines in a signature field. */
export function boxLabels(font: EmbeddedFont, height: number, text: { above: string; below: string }): AppearanceLine[] {
  const label = { font, size: 7, colour: mutedColour }
  return [
    { ...label, text: text.above, y: height - 13 },
    { ...label, text: text.below, y: 9 },
  ]
}

function drawConsent(sheet: Sheet, { consent }: Evidence): void {
  sheet.heading('Consentement')
  sheet.paragraph(`« ${consent.text} »`)
  sheet.paragraph(`Version du texte : ${consent.version}`, { color: muted })
}

function drawEvents(sheet: Sheet, { events }: Evidence): void {
  sheet.heading('Événements')
  for (const { at, what, by, origin } of events) {
    sheet.row(utcTime(at), `${what} — ${by}${origin ? ` (${originLabel(origin)})` : ''}`, 128)
  }
}

function drawMeaning(sheet: Sheet, { evidence, verifyUrl }: Certificate): void {
  const { provider, seal, signer } = evidence
  sheet.heading('Valeur de cette signature')
  sheet.paragraph(seal.statement)
  sheet.y -= 4
  sheet.row('Organisation', [provider.name, provider.address, provider.contactEmail].filter(Boolean).join(', '))
  sheet.row('Certificat du cachet', `SHA-256 ${seal.certificateSha256}`)
  sheet.row('Vérification', verifyUrl)
  const printed = [evidence.title, signer.name, signer.typedName, signer.company, provider.name, provider.address]
  if (printed.every((text) => fits(text, sheet.fonts.regular))) return
  sheet.paragraph(
    `${replacement} tient la place d’un caractère absent de la police ; le texte exact se trouve ` +
      'dans le fichier de preuve joint.',
    { color: muted },
  )
}

function drawFeet(sheet: Sheet, { reference }: Evidence): void {
  const { margin, fonts } = sheet
  const foot = `Fichier de preuve joint : ${evidenceFileName(reference)}`
  sheet.pages.forEach((page, at) => {
    const number = `Certificat ${reference} · ${at + 1}/${sheet.pages.length}`
    const x = margin + sheet.width - fonts.regular.widthOfTextAtSize(number, 6.5)
    page.drawText(foot, { x: margin, y: margin / 2, font: fonts.regular, size: 6.5, color: muted })
    page.drawText(number, { x, y: margin / 2, font: fonts.regular, size: 6.5, color: muted })
  })
}

/** File name of the attached evidence. */
export const evidenceFileName = (reference: string) => `preuve-${reference}.json`
