import { InputGroup } from '@blueprintjs/core'
import type { Ref } from 'react'
import { useSession } from 'stoa/admin'
import { currencyDecimals, dropDecimals } from 'stoa/money'
import { AMOUNT } from '../engine/amount.ts'

export interface MoneyFieldProps {
  id: string
  label: string
  value: string
  onChange: (typed: string) => void
  autoFocus?: boolean
  inputRef?: Ref<HTMLInputElement>
}

/** A large amount input, without decimals if the currency has none. Other keys are ignored. */
export function MoneyField({ id, label, value, onChange, autoFocus = false, inputRef }: MoneyFieldProps) {
  const { currency } = useSession().manifest.site
  const hasDecimals = currencyDecimals(currency) > 0
  return (
    <div className="till-field">
      <label htmlFor={id}>{label}</label>
      <InputGroup
        id={id}
        size="large"
        fill
        inputMode={hasDecimals ? 'decimal' : 'numeric'}
        autoComplete="off"
        leftElement={<span className="till-unit">{currency}</span>}
        autoFocus={autoFocus}
        value={dropDecimals(value, currency)}
        {...(inputRef ? { inputRef } : {})}
        onFocus={(event) => event.currentTarget.select()}
        onValueChange={(typed) => {
          if (AMOUNT.test(typed.trim()) && (hasDecimals || !/[.,]/.test(typed))) onChange(typed)
        }}
      />
    </div>
  )
}
