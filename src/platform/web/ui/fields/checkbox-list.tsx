import { Checkbox, Input, Stack } from '@mantine/core'

interface CheckboxListProps<Value extends string> {
  readonly label: string
  /** What is said below the label. */
  readonly note?: string
  readonly options: readonly { readonly value: Value; readonly label: string; readonly note?: string }[]
  readonly selection: readonly Value[]
  readonly error?: string | undefined
  /** The form's name of the field, which is focused when it has an error. */
  readonly name?: string
  readonly onChange: (selection: Value[]) => void
}

/** Several of a closed list, in its order. */
export function CheckboxList<Value extends string>(props: CheckboxListProps<Value>) {
  const { label, note, options, selection, error, name, onChange } = props
  const toggle = (value: Value) =>
    onChange(
      options.map((each) => each.value).filter((each) => (each === value ? !selection.includes(each) : selection.includes(each))),
    )
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Input.Label component="legend" mb={6} p={0} labelElement="div">
        {label}
      </Input.Label>
      {note && <Input.Description mb={6}>{note}</Input.Description>}
      <Stack gap={8}>
        {options.map((option, index) => (
          <Checkbox
            key={option.value}
            label={option.label}
            description={option.note}
            checked={selection.includes(option.value)}
            onChange={() => toggle(option.value)}
            {...(name && index === 0 ? { 'data-field': name } : {})}
          />
        ))}
      </Stack>
      {error && <Input.Error mt={6}>{error}</Input.Error>}
    </fieldset>
  )
}
