import { Button, Text, TextInput } from '@mantine/core'
import { OtherNames } from '#platform/web/app/forms/name-field.tsx'
import { IconPlus, IconX } from '#platform/web/ui/icons.ts'
import { RowButton } from '#platform/web/ui/tables/row-button.tsx'
import { maxOptions } from '../domain/field-draft.ts'
import { m } from '../messages/messages.ts'
import type { FieldForm, TypedOption } from './field-form.ts'
import classes from './fields.module.css'

/** What can be chosen, in its order. */
export function OptionFields({ form }: { readonly form: FieldForm }) {
  const { options } = form.values
  const change = (id: number, part: Partial<TypedOption>) =>
    form.set(
      'options',
      options.map((option) => (option.id === id ? { ...option, ...part } : option)),
    )
  const add = () => {
    const id = Math.max(-1, ...options.map((option) => option.id)) + 1
    form.set('options', [...options, { id, key: '', name: '', names: {} }])
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`form [name="options.${options.length}.name"]`)?.focus())
  }
  return (
    <fieldset className={classes.options} data-field="options" tabIndex={-1}>
      <legend>{m.choices()}</legend>
      {options.map((option, index) => (
        <div key={option.id} className={classes.option}>
          <div className={classes.optionName}>
            <TextInput
              name={`options.${index}.name`}
              aria-label={m.choiceNumber({ number: index + 1 })}
              value={option.name}
              error={form.errors[`options.${index}.name`] ?? form.errors[`options.${index}.key`]}
              onChange={({ currentTarget }) => change(option.id, { name: currentTarget.value })}
            />
            {option.name.trim() !== '' && (
              <OtherNames
                base={option.name}
                names={option.names}
                onChange={(names) => change(option.id, { names })}
                path={`options.${index}.names`}
                errors={form.errors}
              />
            )}
          </div>
          <RowButton
            look="mark"
            aria-label={m.removeChoice({ name: option.name || String(index + 1) })}
            onClick={() =>
              form.set(
                'options',
                options.filter(({ id }) => id !== option.id),
              )
            }
          >
            <IconX size={18} aria-hidden="true" />
          </RowButton>
        </div>
      ))}
      {form.errors.options && (
        <Text fz="xs" c="var(--danger-ink)" role="alert">
          {form.errors.options}
        </Text>
      )}
      <Button
        variant="subtle"
        size="compact-sm"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPlus size={16} aria-hidden="true" />}
        disabled={options.length >= maxOptions}
        onClick={add}
      >
        {m.addChoice()}
      </Button>
    </fieldset>
  )
}
