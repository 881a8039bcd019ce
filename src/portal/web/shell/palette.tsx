import { Loader, Modal, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Me } from '#access/api/session.ts'
import { IconLock, IconSearch } from '#platform/web/ui/icons.ts'
import { m } from '#portal/messages/messages.ts'
import classes from './palette.module.css'
import { type PaletteActions, paletteCommands } from './palette-commands.ts'
import { groupLabel, listed, matching, type PaletteItem, stepFrom } from './palette-items.ts'
import { usePaletteSearch } from './palette-search.ts'

/** Debounce of the search. */
const pauseMs = 150

interface PaletteProps extends Pick<PaletteActions, 'onLocked' | 'onAccount' | 'onSignOut'> {
  readonly me: Me
  readonly opened: boolean
  readonly typed: string
  readonly onTyped: (text: string) => void
  /** Called when the input is focused. */
  readonly onReady: () => void
  /** Restores the focus, then runs the selected command. */
  readonly onClose: (action?: () => void) => void
}

function Option({ item, id, active, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, label, description, locked } = item
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field, which names the active option
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is heard by the field
    <div
      id={id}
      role="option"
      aria-selected={active}
      className={classes.option}
      data-locked={locked || undefined}
      onMouseMove={onPoint}
      onMouseDown={(event) => event.preventDefault()}
      onClick={onChoose}
    >
      <Icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={classes.text}>
        <span className={classes.label}>{label}</span>
        {description && <span className={classes.description}>{description}</span>}
      </span>
      {locked && <IconLock size={15} aria-label={m.locked()} role="img" />}
    </div>
  )
}
interface OptionProps {
  readonly item: PaletteItem
  readonly id: string
  readonly active: boolean
  readonly onPoint: () => void
  readonly onChoose: () => void
}

/** Input, results and active option. */
function Body({ me, typed, onTyped, onReady, onClose, ...actions }: Omit<PaletteProps, 'opened'>) {
  const [pointed, setPointed] = useState<string | null>(null)
  const [search] = useDebouncedValue(typed.trim(), pauseMs)
  const navigate = useNavigate()
  const { setColorScheme } = useMantineColorScheme()
  const base = useId()
  const go = (path: string) => void navigate(path)
  const commands = matching(paletteCommands(me, { ...actions, go, onTheme: setColorScheme }), typed)
  const { hits, isSearching, error, isComplete } = usePaletteSearch(search, go)
  const items = typed.trim() === '' ? commands : listed(commands, hits)
  const active = items.find((item) => item.id === pointed) ?? items[0]
  const optionId = (item: PaletteItem) => `${base}-${item.id}`
  const activeId = active && optionId(active)
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' })
  }, [activeId])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      setPointed(stepFrom(items, active?.id ?? null, event.key === 'ArrowDown' ? 1 : -1)?.id ?? null)
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      onClose(active.run)
    }
  }
  const waiting = isSearching || search !== typed.trim()
  const groups = [...new Set(items.map((item) => item.group))]
  const status = error
    ? error.message
    : items.length === 0
      ? waiting
        ? m.searching()
        : m.noResultFor({ typed: typed.trim() })
      : m.resultCount({ count: items.length })
  const note = isComplete ? null : m.searchIncomplete()
  return (
    <>
      <div className={classes.field}>
        <IconSearch size={20} stroke={1.6} aria-hidden="true" />
        <input
          data-autofocus
          role="combobox"
          aria-label={m.search()}
          aria-expanded={items.length > 0}
          aria-controls={`${base}-list`}
          aria-autocomplete="list"
          aria-activedescendant={activeId}
          className={classes.input}
          placeholder={me.role === 'admin' ? m.searchHintStaff() : m.searchHintPartner()}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          value={typed}
          onChange={(event) => {
            onTyped(event.currentTarget.value)
            setPointed(null)
          }}
          onKeyDown={onKeyDown}
          onFocus={({ currentTarget }) => {
            currentTarget.setSelectionRange(typed.length, typed.length)
            onReady()
          }}
        />
        {waiting ? <Loader size={16} aria-hidden="true" /> : <kbd className={classes.key}>{m.escapeKey()}</kbd>}
      </div>
      <div role="listbox" id={`${base}-list`} aria-label={m.results()} className={classes.list} hidden={items.length === 0}>
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={group} role="group" aria-labelledby={`${base}-${group}`}>
            <div id={`${base}-${group}`} className={classes.group}>
              {groupLabel(group)}
            </div>
            {items
              .filter((item) => item.group === group)
              .map((item) => (
                <Option
                  key={item.id}
                  item={item}
                  id={optionId(item)}
                  active={item === active}
                  onPoint={() => setPointed(item.id)}
                  onChoose={() => onClose(item.run)}
                />
              ))}
          </div>
        ))}
      </div>
      {items.length === 0 || error ? (
        <p className={classes.said} role="status">
          {status}
        </p>
      ) : (
        <VisuallyHidden role="status">{status}</VisuallyHidden>
      )}
      {note && <p className={classes.said}>{note}</p>}
    </>
  )
}

/** Command palette: numbers, names, pages, settings and actions. */
export default function Palette({ opened, ...props }: PaletteProps) {
  return (
    <Modal.Root
      opened={opened}
      onClose={() => props.onClose()}
      returnFocus={false}
      size={620}
      yOffset="10dvh"
      transitionProps={{ duration: 120 }}
    >
      <Modal.Overlay backgroundOpacity={0.35} />
      <Modal.Content aria-label={m.commandPalette()} classNames={{ content: classes.content ?? '' }}>
        <Body {...props} />
      </Modal.Content>
    </Modal.Root>
  )
}
