import { PDF } from '@libpdf/core'
import { describe, expect, test } from 'vitest'
import { letter } from '#test/samples/pdf/documents.ts'
import { attachments, missingTools, pdfsig, skippedNote, words } from '#test/samples/pdf/external-tools.ts'
import { requestFor, sha256, withSealer } from '#test/samples/pdf/signing.ts'
import type { SealRequest } from '../sealing.ts'

/** A PNG of one dark pixel. */
const dot = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function certificate(request: SealRequest): Promise<{ bytes: Uint8Array; pages: number; text: string }> {
  return withSealer(async (sealer) => {
    const { bytes } = await sealer.seal(request)
    return { bytes, pages: (await PDF.load(new Uint8Array(bytes))).getPageCount(), text: words(bytes, 3) }
  })
}

describe.skipIf(missingTools.length > 0)(`the certificate page${skippedNote}`, () => {
  test('prints the evidence, times in UTC, and what the signature is and is not', async () => {
    const original = letter()
    const { text, pages } = await certificate(
      requestFor(
        { kind: 'pdf', bytes: original },
        {
          contractType: 'amendment',
          amends: { title: 'Contrat cadre', sha256: sha256('cadre'), signedAt: '2025-11-21T08:00:00.000Z' },
        },
      ),
    )
    expect(pages).toBe(3)
    for (const words of [
      'Société Générale d’Édition & Cie',
      'Référence K7QD2M9XPT4HVW3R',
      'Contrat d’apporteur d’affaires (avenant)',
      sha256(original),
      `Contrat cadre, signé le 21/11/2025 à 08:00:00 UTC SHA-256 d’origine ${sha256('cadre')}`,
      'Hélène Lefèvre, pour Cabinet Lefèvre & Associés',
      'Signé le 02/03/2026 à 08:02:30 UTC',
      'envoyé à cette adresse le 02/03/2026 à 08:01:00 UTC, vérifié le 02/03/2026 à 08:02:11 UTC',
      '203.0.113.24',
      '« J’ai lu le document et j’accepte d’être lié par ses termes. » Version du texte : 2026-01',
      '01/03/2026 à 09:00:00 UTC Contrat attribué — Marie Dubois',
      'Signature électronique simple au sens du règlement (UE) nº 910/2014 (eIDAS), articles 3(10) et 25(1)',
      'cachet électronique de l’organisation',
      'Elle n’est ni avancée ni qualifiée.',
      'L’heure est celle du serveur du portail.',
      'https://partners.example.com/verify/K7QD2M9XPT4HVW3R',
      'preuve-K7QD2M9XPT4HVW3R.json',
    ]) {
      expect(text).toContain(words)
    }
  })

  test('spans as many pages as long texts need', async () => {
    const text = `${'Je consens à signer par voie électronique. '.repeat(200)}Fin du texte.`
    const events = Array.from({ length: 90 }, (_, at) => ({
      at: '2026-03-02T08:02:30.000Z',
      what: `Étape ${at}`,
      by: 'x'.repeat(200),
    }))
    const {
      bytes,
      pages,
      text: printed,
    } = await certificate(
      requestFor({ kind: 'pdf', bytes: letter() }, { consent: { text, version: '1' }, events, title: 'Titre '.repeat(80) }),
    )
    expect(pages).toBeGreaterThan(5)
    expect(printed).toContain('Fin du texte. »')
    expect(printed).toContain('Étape 89')
    expect(pdfsig(bytes)).toMatchObject([{ valid: true, wholeFile: true }])
  })

  test('shows a placeholder for characters its font lacks, and the evidence has the exact text', async () => {
    const signer = { name: '王小明', typedName: '王小明', company: '株式会社 ACME \u202etxt' }
    const { bytes, text } = await certificate(requestFor({ kind: 'pdf', bytes: letter() }, { signer }))
    expect(text).toContain('◊◊◊, pour ◊◊◊◊ ACME txt')
    expect(text).toContain('◊ tient la place d’un caractère absent de la police')
    const [evidence] = attachments(bytes).values()
    expect(JSON.parse(String(evidence)).signer).toMatchObject(signer)
  })

  test('shows the picture of a name instead of its letters', async () => {
    const page = await certificate(requestFor({ kind: 'pdf', bytes: letter() }, {}, new Uint8Array(dot)))
    expect(page.text.match(/Hélène Lefèvre/g)).toHaveLength(2)
    expect(pdfsig(page.bytes)).toMatchObject([{ valid: true, wholeFile: true }])
  })

  test.each([
    ['is no PNG', new TextEncoder().encode('not a picture')],
    ['would unpack to a thousand megapixels', enlarged(dot)],
  ])('is not sealed with a picture that %s', async (_, picture) => {
    await expect(certificate(requestFor({ kind: 'pdf', bytes: letter() }, {}, picture))).rejects.toMatchObject({
      code: 'seal_failed',
    })
  })

  test('has the displayed size of the last page, or A4 when that would be illegible', async () => {
    const sizeAfter = (shape: Parameters<typeof letter>[0]) =>
      withSealer(async (sealer) => {
        const { bytes } = await sealer.seal(requestFor({ kind: 'pdf', bytes: letter(shape) }))
        const page = (await PDF.load(bytes)).getPages().at(-1)
        return [page?.width, page?.height].map((side) => Math.round(side ?? 0))
      })
    expect(await sizeAfter({ box: '0 0 1190 842' })).toEqual([1190, 842])
    expect(await sizeAfter({ box: '-200 -100 395 742' })).toEqual([595, 842])
    expect(await sizeAfter({ pageTree: '/Rotate 90 /CropBox [50 50 550 650]' })).toEqual([600, 500])
    expect(await sizeAfter({ box: '0 0 200 320' })).toEqual([595, 842])
  })
})

/** The picture with a header that claims 32,000 by 32,000 pixels. */
function enlarged(png: Buffer): Uint8Array {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(32_000, 16)
  copy.writeUInt32BE(32_000, 20)
  return new Uint8Array(copy)
}
