import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import type { NewBooking } from './use-make-booking.ts'

interface Props {
  label: string | undefined
  /** Name under which the server speaks of the field. */
  name?: string
  errors?: NewBooking['errors']
  children: (id: string) => ReactNode
}

/** An input with its label, and what the server refused of it. */
export function BookingField({ label, name = '', errors = {}, children }: Props) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id} intent={errors[name] ? 'danger' : 'none'} helperText={errors[name]?.join(' ')}>
      {children(id)}
    </FormGroup>
  )
}
