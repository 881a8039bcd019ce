import { join } from 'node:path'
import compile from 'icu-minify/compile'
import { describe, expect, it } from 'vitest'
import { readings, type WrittenLanguage, writtenLanguages } from '../src/platform/domain/languages.ts'
import { plainlySpaced, typeset } from '../src/platform/domain/typesetting.ts'
import type { Catalogues, Texts } from '../src/platform/messages/texts.ts'
import { markMessages, readCatalogues } from './inline-messages.ts'
import { markOf, withTexts } from './localize-pages.ts'

const folder = join(import.meta.dirname, '../src/money/tiers')
/** Two languages are enough here, however many the portal is written in. */
const others = Object.fromEntries(writtenLanguages.map((each) => [each, {}])) as Record<WrittenLanguage, Texts>
const catalogues: Catalogues = {
  ...others,
  en: {
    save: 'Save',
    quotes: `it''s "5" $'{'now'}' \`x\``,
    payouts: '{count, plural, one {# payout} other {# payouts}}',
    by: 'by {name}',
    terms: 'See <link>terms</link>',
  },
  fr: {
    save: 'Enregistrer',
    quotes: `l''"heure" $'{'now'}' \`x\``,
    payouts: '{count, plural, one {# virement} other {# virements}}',
    by: 'par {name}',
    terms: '<link>CGU</link>',
  },
  specified: { save: 'en' },
}
const all = new Map([['money/tiers/messages', catalogues]])
const inline = (code: string, language: 'specified' | 'fr' = 'fr') => {
  const marked = markMessages(`import { m } from '../messages/messages.ts'\n${code}`, join(folder, 'web/x.tsx'), all)
  return withTexts(marked, all, { language, side: 'fr' }).trim()
}

describe('messages in the build of the pages', () => {
  it('are the texts of one reading, without a catalogue', () => {
    expect(inline('export const a = <b title={m.save()}>{m.save()}</b>')).toBe(
      'export const a = <b title={"Enregistrer"}>{"Enregistrer"}</b>',
    )
    expect(inline('f(m.quotes)')).toMatch(/^f\(\(\(\) => /)
  })

  it('tell their language where it is not the page’s', () => {
    expect(inline('f(<h1 lang={m.save.lang}>{m.save()}</h1>)', 'specified')).toBe('f(<h1 lang={"en"}>{"Save"}</h1>)')
    expect(inline('f(m.save.lang, m.by.lang)')).toBe('f(void 0, void 0)')
    expect(inline('f(m.save)', 'specified')).toContain('f($withLang(() => "Save", "en"))')
    expect(inline('f(m.save)')).toContain('f($withLang(() => "Enregistrer", void 0))')
  })

  it('stay what they are in strings of each kind, which a minifier may choose', () => {
    const marked = markMessages(`import { m } from '../messages/messages.ts'\nf(m.quotes())`, join(folder, 'web/x.tsx'), all)
    const [, mark = ''] = /"(@@.*@@)"/.exec(marked) ?? []
    const quotes = `it's "5" $\{now} \`x\``
    for (const quote of ['"', "'", '`']) {
      const code = withTexts(`return ${quote}<${mark}>${quote}`, all, { language: 'en', side: 'en' })
      expect(new Function(code)()).toBe(`<${quotes}>`)
    }
    expect(withTexts(`<p title="${mark}">`, all, { language: 'en', side: 'en' }, true)).toBe(
      `<p title="${quotes.replaceAll('"', '&#34;')}">`,
    )
  })

  it('are formatted where they have values, one in another too', () => {
    const format = `import { formatMessage as $formatMessage } from '#platform/messages/format.ts'`
    expect(inline('f(m.by({ name: m.save() }))').split('\n\n')).toEqual([
      format,
      'f($formatMessage(["par ",["name"]], "fr", { name: "Enregistrer" }))',
    ])
    expect(inline('f(m.by)').split('\n\n')[1]).toBe('f(((values) => $formatMessage(["par ",["name"]], "fr", values)))')
    expect(inline('f(m.terms({ link }))')).toContain('$formatParts([["link","CGU"]], "fr", { link })')
  })

  it('break no line before a mark that French sets apart, but in what the specification quotes', async () => {
    const every = await readCatalogues()
    const broken = readings.flatMap((reading) =>
      [...every].flatMap(([each, from]) =>
        Object.keys(from.en)
          .filter((key) => reading.language !== 'specified' || from.specified[key] === undefined)
          .map((key) => withTexts(JSON.stringify(markOf('compiled', each, key)), every, reading))
          .filter((text) => / [:;?!»%€]|« /.test(text)),
      ),
    )
    expect(broken).toEqual([])
    const forgotten = JSON.stringify(markOf('text', 'accounts/auth/messages', 'forgottenPassword'))
    expect(withTexts(forgotten, every, { language: 'fr', side: 'fr' })).toBe('"Mot de passe oublié\u202f?"')
    expect(withTexts(forgotten, every, { language: 'specified', side: 'fr' })).toBe('"Mot de passe oublié ?"')
  })

  it('are refused where they are missing, or cannot be known before the page runs', () => {
    expect(() => inline('f(m.gone())')).toThrow('src/money/tiers/web/x.tsx: no catalogue has the message gone')
    expect(() => inline('f(m[key]())')).toThrow('a message of m is used without its name')
    expect(() => inline('f(m.by())')).toThrow('by lacks its values')
  })
})

it('a message keeps its values and their formats as it is typeset', async () => {
  const shown = (text: string) => plainlySpaced(JSON.stringify(compile(text)))
  for (const [folder, { fr, en }] of await readCatalogues()) {
    const texts = [...Object.entries(fr), ...Object.entries(en)]
    const changed = texts.filter(([, text]) => shown(typeset(text)) !== shown(text)).map(([key]) => key)
    expect(changed, folder).toEqual([])
  }
})
