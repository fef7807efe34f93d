import { Button, InputGroup, NonIdealState } from '@blueprintjs/core'
import { api } from 'stoa/admin'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Cashier } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

const PIN = /^\d{0,8}$/
const SHORTEST = 4

export interface PersonByPin {
  id?: number
  pin: string
}

/** Whether a person is selected and a PIN entered. */
export const isComplete = ({ id, pin }: PersonByPin): boolean => id !== undefined && pin.length >= SHORTEST

/** Selection of a member of staff, with PIN. */
export function PersonByPinFields({
  store,
  value,
  onChange,
}: {
  store: number
  value: PersonByPin
  onChange: (value: PersonByPin) => void
}) {
  const say = useMessages()
  const id = useId()
  const { data } = useQuery({
    queryKey: ['pos', 'cashiers', store],
    queryFn: () => api<{ data: Cashier[] }>(`store/${store}/cashier`),
  })
  return (
    <>
      {data?.data.length === 0 && <NonIdealState title={say('noPins')} />}
      <div className="till-ways" role="group" aria-label={say('cashier')}>
        {data?.data.map((cashier) => (
          <Button
            key={cashier.id}
            className="phone-button"
            active={cashier.id === value.id}
            aria-pressed={cashier.id === value.id}
            onClick={() => {
              onChange({ ...value, id: cashier.id })
              document.getElementById(`${id}-pin`)?.focus()
            }}
          >
            {cashier.name}
          </Button>
        ))}
      </div>
      <div className="till-field">
        <label htmlFor={`${id}-pin`}>{say('pin')}</label>
        <InputGroup
          id={`${id}-pin`}
          size="large"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={value.pin}
          onValueChange={(pin) => {
            if (PIN.test(pin)) onChange({ ...value, pin })
          }}
        />
      </div>
    </>
  )
}
