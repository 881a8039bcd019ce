import { type Language, languages, type WrittenLanguage } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'

/** Each language's name for itself. */
export const languageNames: Readonly<Record<WrittenLanguage, string>> = { fr: 'Français', en: 'English' }

export const languageLabel = (language: Language): string =>
  language === 'specified' ? m.languageOriginal() : languageNames[language]

/** The languages to choose from. */
export const languageOptions = () => languages.map((value) => ({ value, label: languageLabel(value) }))
