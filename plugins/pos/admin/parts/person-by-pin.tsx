import { NonIdealState } from '@blueprintjs/core'
import { api } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Cashier } from '../../api-types.ts'
import { useMessages } from '../messages.ts'
import { ChoiceButtons } from './choice-buttons.tsx'
import { DigitsField } from './text-field.tsx'

const SHORTEST = 4

export interface PersonByPin {
  id?: number
  pin: string
}

/** Whether a person is selected and a PIN entered. */
export const isComplete = ({ id, pin }: PersonByPin): boolean => id !== undefined && pin.length >= SHORTEST

interface Props {
  store: number
  value: PersonByPin
  onChange: (value: PersonByPin) => void
}

/** Selection of a member of staff, with PIN. */
export function PersonByPinFields({ store, value, onChange }: Props) {
  const say = useMessages()
  const pinField = useRef<HTMLInputElement>(null)
  const { data } = useQuery({
    queryKey: ['pos', 'cashiers', store],
    queryFn: () => api<{ data: Cashier[] }>(`store/${store}/cashier`),
  })
  return (
    <>
      {data?.data.length === 0 && <NonIdealState title={say('noPins')} />}
      <ChoiceButtons
        label={say('cashier')}
        options={(data?.data ?? []).map(({ id, name }) => ({ value: id, text: name }))}
        chosen={value.id}
        onChoose={(id) => {
          onChange({ ...value, id })
          pinField.current?.focus()
        }}
      />
      <DigitsField
        label={say('pin')}
        type="password"
        inputRef={pinField}
        value={value.pin}
        onChange={(pin) => onChange({ ...value, pin })}
      />
    </>
  )
}
