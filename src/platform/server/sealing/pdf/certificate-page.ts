import type { EmbeddedFont, PDF } from '@libpdf/core'
import { encode } from 'uqr'
import { contractWords } from '#contracts/contracts/domain/contracts.ts'
import { m } from '#platform/messages/messages.ts'
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
  const caption = m.verifyDocument()
  const captionX = margin + width - codeSize / 2 - fonts.regular.widthOfTextAtSize(caption, 6.5) / 2
  sheet.line(caption, { x: captionX, y: top - codeSize - 9, size: 6.5, color: muted })
  sheet.paragraph(evidence.provider.name, { width: textWidth, font: fonts.medium, size: 9, color: accent })
  sheet.y -= 4
  sheet.paragraph(m.certificateTitle(), { width: textWidth, font: fonts.medium, size: 17 })
  sheet.y -= 2
  sheet.paragraph(evidence.title, { width: textWidth, size: 10.5 })
  sheet.y -= 3
  sheet.paragraph(m.referenceOf({ reference: evidence.reference }), { width: textWidth, font: fonts.medium, color: muted })
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
  sheet.heading(m.document())
  sheet.row(m.title(), `${title} (${contractWords[contractType].noun})`)
  if (document.fileName !== null) {
    sheet.row(m.file(), `${document.fileName}${document.size === null ? '' : ` — ${fileSize(document.size)}`}`)
  }
  if (document.sha256 !== null) sheet.row(m.originalSha256(), document.sha256)
  if (document.link !== null) sheet.row(m.link(), document.link)
  if (amends) {
    const { sealed, signedAt } = amends
    const facts = [
      signedAt ? m.titleAndDay({ title: amends.title, day: utcTime(signedAt) }) : amends.title,
      amends.sha256 && `${m.originalSha256()} ${amends.sha256}`,
      sealed && m.sealedSha256({ sha256: sealed.sha256 }),
      sealed && m.referenceOf({ reference: sealed.reference }),
    ]
    sheet.row(m.amends(), facts.filter(Boolean).join('\n'))
  }
}

function drawSigner(sheet: Sheet, { signer, authentication, signedAt }: Evidence): void {
  sheet.heading(m.signer())
  sheet.row(m.name(), signer.company ? m.nameForCompany({ name: signer.name, company: signer.company }) : signer.name)
  sheet.row(m.email(), signer.email)
  sheet.row(m.signedOn(), utcTime(signedAt))
  sheet.row(
    m.authentication(),
    m.codeChecked({ sent: utcTime(authentication.codeSentAt), checked: utcTime(authentication.codeCheckedAt) }),
  )
  if (authentication.mail?.handedOverAt) sheet.row(m.codeHandOver(), handoverMessage(authentication.mail))
  sheet.row(m.ipAddress(), signer.ip)
  sheet.row(m.browser(), m.browserAndLanguage({ browser: signer.userAgent, locale: signer.locale }))
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
  const above = signer.company ? m.signedElectronicallyFor({ company: signer.company }) : m.signedElectronically()
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
    above: m.counterSignatureOf({ name: evidence.provider.name }),
    below: m.counterSignatureAwaited(),
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
  sheet.heading(m.consent())
  sheet.paragraph(m.quoted({ text: consent.text }))
  sheet.paragraph(m.consentVersion({ version: consent.version }), { color: muted })
}

function drawEvents(sheet: Sheet, { events }: Evidence): void {
  sheet.heading(m.events())
  for (const { at, what, by, origin } of events) {
    sheet.row(utcTime(at), `${what} — ${by}${origin ? ` (${originLabel(origin)})` : ''}`, 128)
  }
}

function drawMeaning(sheet: Sheet, { evidence, verifyUrl }: Certificate): void {
  const { provider, seal, signer } = evidence
  sheet.heading(m.signatureValue())
  sheet.paragraph(seal.statement)
  sheet.y -= 4
  sheet.row(m.organisation(), [provider.name, provider.address, provider.contactEmail].filter(Boolean).join(', '))
  sheet.row(m.sealCertificate(), `SHA-256 ${seal.certificateSha256}`)
  sheet.row(m.verification(), verifyUrl)
  const printed = [evidence.title, signer.name, signer.typedName, signer.company, provider.name, provider.address]
  if (printed.every((text) => fits(text, sheet.fonts.regular))) return
  sheet.paragraph(m.replacementNote({ replacement }), { color: muted })
}

function drawFeet(sheet: Sheet, { reference }: Evidence): void {
  const { margin, fonts } = sheet
  const foot = m.evidenceFile({ reference: evidenceFileName(reference) })
  sheet.pages.forEach((page, at) => {
    const number = m.certificatePage({ reference, page: at + 1, pages: sheet.pages.length })
    const x = margin + sheet.width - fonts.regular.widthOfTextAtSize(number, 6.5)
    page.drawText(foot, { x: margin, y: margin / 2, font: fonts.regular, size: 6.5, color: muted })
    page.drawText(number, { x, y: margin / 2, font: fonts.regular, size: 6.5, color: muted })
  })
}

export const evidenceFileName = (reference: string) => `preuve-${reference}.json`
