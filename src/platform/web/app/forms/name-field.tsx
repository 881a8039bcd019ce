import { TextInput } from '@mantine/core'
import { type ChangeEvent, useState } from 'react'
import { currentLanguage, localeOf, writtenLanguages } from '#platform/domain/languages.ts'
import { missingNames, type Names } from '#platform/domain/names.ts'
import { m } from '#platform/messages/messages.ts'
import { useSettings } from '#platform/web/app/session/session.ts'
import { languageNames } from '#platform/web/ui/language-options.ts'
import { FoldedFields } from './folded-fields.tsx'
import type { FieldErrors } from './form.ts'
import classes from './name-field.module.css'

/** Says which languages have no name of their own: 'No French or English name'; null where each has one. */
function missingNamesText(names: Names): string | null {
  const missing = missingNames(names)
  if (missing.length === 0) return null
  const locale = localeOf[currentLanguage()]
  const languages = new Intl.DisplayNames(locale, { type: 'language' })
  const list = new Intl.ListFormat(locale, { type: 'disjunction' })
  return m.noNameIn({ languages: list.format(missing.map((language) => languages.of(language) ?? language)) })
}

/** The same beside a name, where several languages are read. */
export function useMissingNames(names: Names): string | null {
  return useSettings().readsSeveralLanguages ? missingNamesText(names) : null
}

/** The names that there are, and what is missing: 'English: Silver star · No French name'. */
export function namesText(names: Names): string {
  const given = writtenLanguages.flatMap((language) => {
    const name = names[language]
    return name ? m.nameInLanguage({ language: languageNames[language], name }) : []
  })
  const missing = missingNamesText(names)
  return [...given, ...(missing ? [missing] : [])].join(' · ')
}

interface OtherNamesProps {
  /** The name itself, which is read in the languages that have none. */
  readonly base: string
  readonly names: Names
  readonly onChange: (names: Names) => void
  /** Where the names stand in the form; the errors of single languages have their paths below it. */
  readonly path?: string
  readonly errors?: FieldErrors
}

/**
 * The names in single languages, below the field of the name itself. Opens where one of them has an error. Where one language is
 * read, only names that there are can be changed.
 */
export function OtherNames({ base, names, onChange, path = 'names', errors = {} }: OtherNamesProps) {
  const errorOf = (language: string) => errors[`${path}.${language}`]
  const hasError = writtenLanguages.some(errorOf)
  const missing = missingNamesText(names)
  const name = base.trim()
  const { readsSeveralLanguages } = useSettings()
  const [hadNames] = useState(() => writtenLanguages.some((language) => names[language]))
  if (!readsSeveralLanguages && !hadNames && !hasError) return null
  return (
    <FoldedFields
      field={path}
      hasError={hasError}
      summary={
        <>
          {m.inOtherLanguages()}
          {missing && <span className={classes.missing}>{missing}</span>}
        </>
      }
    >
      <div className={classes.fields}>
        <p>{name ? m.readWithoutName({ name }) : m.readWithoutNameYet()}</p>
        {writtenLanguages.map((language) => (
          <TextInput
            key={language}
            label={languageNames[language]}
            labelProps={{ lang: language }}
            lang={language}
            name={`${path}.${language}`}
            placeholder={name}
            autoComplete="off"
            value={names[language] ?? ''}
            error={errorOf(language)}
            onChange={(event) => onChange({ ...names, [language]: event.currentTarget.value })}
          />
        ))}
      </div>
    </FoldedFields>
  )
}

interface NameFieldProps extends OtherNamesProps {
  readonly label: string
  /** What the form gives a text field: `form.text('name')`. */
  readonly field: {
    readonly name: string
    readonly error?: string | undefined
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
  }
  readonly placeholder?: string
  readonly description?: string
  readonly required?: boolean
}

/** A name, and its names in other languages. */
export function NameField({ label, field, placeholder, description, required, ...others }: NameFieldProps) {
  return (
    <div>
      <TextInput
        label={label}
        description={description}
        required={required}
        placeholder={placeholder}
        value={others.base}
        {...field}
      />
      <OtherNames {...others} />
    </div>
  )
}
