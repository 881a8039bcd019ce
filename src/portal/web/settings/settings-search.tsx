import { TextInput } from '@mantine/core'
import { type KeyboardEvent, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { mayDo } from '#access/web/rights.ts'
import { useMe } from '#platform/web/app/session/session.ts'
import { IconSearch } from '#platform/web/ui/icons.ts'
import { m } from '#portal/messages/messages.ts'
import { isNamed } from '#provider/settings/domain/settings.ts'
import { findSettings } from '#provider/settings/domain/settings-search.ts'
import classes from './settings.module.css'

const maxResults = 8

/** Finds a setting by its name, in French or English; the arrow keys choose, Enter goes there. */
export function SettingsSearch() {
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const base = useId()
  const me = useMe()
  const found = findSettings(typed)
    .filter(({ key }) => isNamed(key, (right) => mayDo(me, right)))
    .slice(0, maxResults)
  const active = found[Math.min(at, found.length - 1)]
  const optionId = (key: string) => `${base}-${key}`
  const go = (path: string) => {
    setTyped('')
    void navigate(path)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') setTyped('')
    if (event.key === 'Enter' && active) go(active.path)
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
    event.preventDefault()
    if (found.length > 0) setAt((found.length + at + (event.key === 'ArrowDown' ? 1 : -1)) % found.length)
  }
  const isOpen = typed.trim() !== ''
  return (
    <div className={classes.search}>
      <TextInput
        role="combobox"
        aria-label={m.searchSettings()}
        aria-expanded={found.length > 0}
        aria-controls={`${base}-list`}
        aria-autocomplete="list"
        aria-activedescendant={active && isOpen ? optionId(active.key) : undefined}
        placeholder={m.searchSettingsHint()}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        value={typed}
        onKeyDown={onKeyDown}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setAt(0)
        }}
      />
      <div
        id={`${base}-list`}
        role="listbox"
        aria-label={m.settingsFound()}
        className={classes.found}
        hidden={found.length === 0}
      >
        {found.map(({ key, title, section, label, path }) => (
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
          // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is heard by the field
          <div
            key={key}
            id={optionId(key)}
            role="option"
            aria-selected={key === active?.key}
            className={classes.option}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => go(path)}
          >
            <span>{label && label !== title ? m.labelled({ label: title, text: label }) : title}</span>
            <span className={classes.where}>{section}</span>
          </div>
        ))}
      </div>
      <p role="status" className={isOpen && found.length === 0 ? classes.nothing : classes.hidden}>
        {isOpen ? (found.length === 0 ? m.noSettingFor({ typed: typed.trim() }) : m.settingsCount({ count: found.length })) : ''}
      </p>
    </div>
  )
}
