import { Document } from '@blueprintjs/icons'
import type { Expense } from '../api-types.ts'
import { useMessages } from './messages.ts'

/** A receipt: its picture, or a link to the PDF. It opens in a new tab. */
export function Receipt({ receipt, large = false }: { receipt: NonNullable<Expense['receipt']>; large?: boolean }) {
  const say = useMessages()
  return (
    <a
      className={large ? 'claim-receipt claim-receipt-large' : 'claim-receipt'}
      href={receipt.url}
      target="_blank"
      rel="noreferrer"
      aria-label={say('open_receipt', { name: receipt.name })}
    >
      {receipt.is_picture ? <img src={receipt.url} alt="" loading="lazy" /> : <Document size={large ? 40 : 24} aria-hidden />}
      {large || !receipt.is_picture ? <span className="small claim-note">{receipt.name}</span> : null}
    </a>
  )
}
