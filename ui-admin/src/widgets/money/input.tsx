import { currencyDecimals, dropDecimals } from 'stoa/money'
import { useSession } from '../../state/session.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'
import { plainAmount } from './ungroup-digits.ts'

/** Amount input with the decimals of the currency of its row, or else of the site. */
export function Input(props: InputProps) {
  const { currency: base } = useSession().manifest.site
  const currency = typeof props.row?.['currency'] === 'string' && props.row['currency'] !== '' ? props.row['currency'] : base
  const tidy = () => {
    const text = plainAmount(String(props.value ?? ''))
    if (/^-?\d+(\.\d{1,2})?$/.test(text)) props.onChange(withCents(text))
  }
  return (
    <LineInput
      {...props}
      value={typeof props.value === 'string' ? dropDecimals(props.value, currency) : props.value}
      extra={{
        inputMode: currencyDecimals(currency) > 0 ? 'decimal' : 'numeric',
        className: 'num short-input',
        onBlur: tidy,
        leftElement: <span className="input-unit">{currency}</span>,
      }}
    />
  )
}

/** Adds decimals: "128" becomes "128.00". */
function withCents(text: string): string {
  const [whole, cents = ''] = text.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}
