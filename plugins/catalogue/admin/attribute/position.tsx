import { Checkbox } from '@blueprintjs/core'
import type { InputProps } from 'stoa/admin'
import { useMessages } from './messages.ts'

const places = ['category', 'search', 'product'] as const

/** Positions of an attribute: three checkboxes. */
export default function Position({ id, field, value, onChange, disabled }: InputProps) {
  const say = useMessages()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <div id={id} role="group" aria-label={field.label} tabIndex={-1}>
      {places.map((place) => (
        <Checkbox
          key={place}
          label={say(place)}
          checked={chosen.includes(place)}
          disabled={disabled ?? false}
          onChange={({ currentTarget }) =>
            onChange(places.filter((other) => (other === place ? currentTarget.checked : chosen.includes(other))))
          }
        />
      ))}
    </div>
  )
}
