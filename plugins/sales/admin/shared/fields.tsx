import { FormGroup, HTMLSelect, InputGroup, TextArea, type HTMLSelectProps, type InputGroupProps } from '@blueprintjs/core'
import { useId } from 'react'

interface Props {
  label: string
  value: string
  onChange: (value: string) => void
}

/** A text input below its label. */
export function TextField({ label, onChange, ...input }: Props & Pick<InputGroupProps, 'inputMode'>) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <InputGroup id={id} onValueChange={onChange} {...input} />
    </FormGroup>
  )
}

/** A selection below its label. */
export function ChoiceField({ label, onChange, ...select }: Props & Pick<HTMLSelectProps, 'fill' | 'options'>) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <HTMLSelect id={id} onChange={(event) => onChange(event.target.value)} {...select} />
    </FormGroup>
  )
}

/** An input of two rows below its label. */
export function RowsField({ label, onChange, ...area }: Props & { maxLength?: number }) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id}>
      <TextArea id={id} fill rows={2} onChange={(event) => onChange(event.target.value)} {...area} />
    </FormGroup>
  )
}
