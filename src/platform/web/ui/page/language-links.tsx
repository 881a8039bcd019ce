import { useLocation } from 'react-router'
import { currentLanguage, writtenLanguages } from '#platform/domain/languages.ts'
import { m } from '#platform/messages/messages.ts'
import { languageNames } from '../language-options.ts'
import classes from './language-links.module.css'

/** The page in the other languages, for visitors; the server keeps the one that is chosen. */
export function LanguageLinks() {
  const { pathname, search } = useLocation()
  const addressIn = (language: string) => {
    const parameters = new URLSearchParams(search)
    parameters.set('lang', language)
    return `${pathname}?${parameters}`
  }
  return (
    <nav className={classes.links} aria-label={m.language()}>
      {writtenLanguages.map((language) => (
        <a
          key={language}
          href={addressIn(language)}
          lang={language}
          hrefLang={language}
          aria-current={language === currentLanguage() ? 'true' : undefined}
        >
          {languageNames[language]}
        </a>
      ))}
    </nav>
  )
}
