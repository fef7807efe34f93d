import { useSession } from '../../state/session.ts'
import { LineInput } from '../base/line-input.tsx'
import type { InputProps } from '../types.ts'
import { plainAmount } from './plain.ts'

/** An amount with two decimals, in the currency of the site. */
export function Input(props: InputProps) {
  const { currency } = useSession().manifest.site
  const tidy = () => {
    const text = plainAmount(String(props.value ?? ''))
    if (/^-?\d+(\.\d{1,2})?$/.test(text)) props.onChange(withCents(text))
  }
  return (
    <LineInput
      {...props}
      extra={{
        inputMode: 'decimal',
        className: 'num short-input',
        onBlur: tidy,
        leftElement: <span className="input-unit">{currency}</span>,
      }}
    />
  )
}

/** "128" becomes "128.00". */
function withCents(text: string): string {
  const [whole, cents = ''] = text.split('.')
  return `${whole}.${cents.padEnd(2, '0')}`
}
