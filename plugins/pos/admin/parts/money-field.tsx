import type { InputGroupProps } from '@blueprintjs/core'
import { useSession } from 'stoa/admin'
import { currencyDecimals, dropDecimals } from 'stoa/money'
import { AMOUNT } from '../engine/amount.ts'
import { TextField } from './text-field.tsx'

interface Props extends Pick<InputGroupProps, 'autoFocus' | 'inputRef'> {
  label: string
  value: string
  onChange: (typed: string) => void
}

/** A large amount input, without decimals if the currency has none. Other keys are ignored. */
export function MoneyField({ value, onChange, ...input }: Props) {
  const { currency } = useSession().manifest.site
  const hasDecimals = currencyDecimals(currency) > 0
  return (
    <TextField
      {...input}
      fill
      inputMode={hasDecimals ? 'decimal' : 'numeric'}
      autoComplete="off"
      leftElement={<span className="till-unit">{currency}</span>}
      value={dropDecimals(value, currency)}
      onFocus={(event) => event.currentTarget.select()}
      onValueChange={(typed) => {
        if (AMOUNT.test(typed.trim()) && (hasDecimals || !/[.,]/.test(typed))) onChange(typed)
      }}
    />
  )
}
