import { InputGroup } from '@blueprintjs/core'
import type { Ref } from 'react'

const AMOUNT = /^\d{0,9}([.,]\d{0,2})?$/

/** What was typed as an amount: "12.5" is "12.50"; undefined while it is none. */
export function amountOf(typed: string): string | undefined {
  const plain = typed.trim().replace(',', '.')
  if (plain === '' || !AMOUNT.test(plain) || plain === '.') return undefined
  const [whole = '', cents = ''] = plain.split('.')
  return `${Number(whole || '0')}.${cents.padEnd(2, '0')}`
}

export interface MoneyFieldProps {
  id: string
  label: string
  value: string
  onChange: (typed: string) => void
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A large field for an amount. Other keys than those of an amount do nothing. */
export function MoneyField({ id, label, value, onChange, autoFocus = false, inputRef }: MoneyFieldProps) {
  return (
    <div className="till-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="large"
        fill
        inputMode="decimal"
        autoComplete="off"
        autoFocus={autoFocus}
        value={value}
        {...(inputRef ? { inputRef } : {})}
        onFocus={(event) => event.currentTarget.select()}
        onValueChange={(typed) => {
          if (AMOUNT.test(typed.trim())) onChange(typed)
        }}
      />
    </div>
  )
}
