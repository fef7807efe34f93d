import { HTMLSelect } from '@blueprintjs/core'
import { useState } from 'react'
import { useSession } from '../../state/session.ts'
import { Input as One } from '../one/input.tsx'
import type { InputProps } from '../types.ts'

/** Reference to a record of one of several resources: first the resource, then the record. */
export function Input(props: InputProps) {
  const { field, value, onChange, disabled, row, id } = props
  const { resources } = useSession().manifest
  const among = (field.among ?? []).filter((name) => resources[name])
  const [kind = '', key] = typeof value === 'string' ? value.split(':') : []
  const [chosen, choose] = useState(kind || among[0] || '')
  const named = row?.[field.name] === value ? row : undefined
  return (
    <div className="any-input">
      <HTMLSelect
        value={chosen}
        disabled={disabled ?? false}
        aria-label={field.label}
        onChange={(event) => {
          choose(event.target.value)
          onChange(null)
        }}
      >
        {among.map((name) => (
          <option key={name} value={name}>
            {resources[name]?.label}
          </option>
        ))}
      </HTMLSelect>
      <One
        {...props}
        id={id}
        key={chosen}
        field={{ ...field, to: chosen }}
        value={key && kind === chosen ? Number(key) : null}
        row={named ? { ...named, [field.name]: Number(key) } : undefined}
        onChange={(next) => onChange(next ? `${chosen}:${String(next)}` : null)}
      />
    </div>
  )
}
