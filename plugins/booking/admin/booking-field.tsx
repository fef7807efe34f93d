import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, useId } from 'react'
import type { NewBooking } from './use-make-booking.ts'

interface Props {
  label: string | undefined
  /** Field name in the server's errors. */
  name?: string
  errors?: NewBooking['errors']
  children: (id: string) => ReactNode
}

/** An input with label and errors. */
export function BookingField({ label, name = '', errors = {}, children }: Props) {
  const id = useId()
  return (
    <FormGroup label={label} labelFor={id} intent={errors[name] ? 'danger' : 'none'} helperText={errors[name]?.join(' ')}>
      {children(id)}
    </FormGroup>
  )
}
