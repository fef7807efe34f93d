import { useRef, useState } from 'react'
import { formatMoney, parseMoney } from 'stoa/money'
import type { Till } from '../../api-types.ts'
import { getAmount } from './amount.ts'
import { getDue, type Payment } from './ticket.ts'

/** State of a payment in minor units, by one or several methods: amount due, input and result. */
export function useTaking(till: Pick<Till, 'ways' | 'coin'>, total: number) {
  const [payments, setPayments] = useState<readonly Payment[]>([])
  const { due, cash, odd } = getDue(total, payments, till.coin)
  const [way, setWay] = useState(() => till.ways.find((w) => w.cash) ?? till.ways[0])
  const [typed, setTyped] = useState(() => formatMoney(getDue(total, [], till.coin).cash))
  const [reference, setReference] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const isCash = way?.cash ?? false
  const open = isCash ? cash : due
  const tenderedAmount = parseMoney(getAmount(typed) ?? '0')
  const amount = Math.min(tenderedAmount, open)
  const last = amount >= open
  const part = (): Payment | undefined =>
    way && (amount > 0 || open === 0)
      ? {
          method: way.code,
          title: way.title,
          cash: way.cash,
          amount: formatMoney(amount),
          tendered: way.cash ? formatMoney(Math.max(tenderedAmount, amount)) : null,
          reference: reference.trim(),
        }
      : undefined
  return {
    payments,
    way,
    typed,
    setTyped,
    reference,
    setReference,
    field,
    isCash,
    open,
    cash,
    odd,
    given: tenderedAmount,
    amount,
    /** This payment covers the amount due. */
    last,
    change: isCash && last ? tenderedAmount - open : 0,
    choose(code: string) {
      const next = till.ways.find((w) => w.code === code)
      setWay(next)
      setTyped(formatMoney(next?.cash ? cash : due))
      setReference('')
      field.current?.focus()
    },
    takeOut: (at: number) => setPayments(payments.filter((_, i) => i !== at)),
    /** Adds the current payment. @returns all payments, or undefined while an amount is due */
    take(): readonly Payment[] | undefined {
      const next = part()
      if (open > 0 && !next) return undefined
      if (!next || last) return next ? [...payments, next] : payments
      const all = [...payments, next]
      setPayments(all)
      const rest = getDue(total, all, till.coin)
      setTyped(formatMoney(isCash ? rest.due : rest.cash))
      setWay(till.ways.find((w) => w.cash !== isCash) ?? way)
      setReference('')
      // Keeps the focus when the reference input disappears, so that Enter works.
      field.current?.focus()
      return undefined
    },
  }
}
export type Taking = ReturnType<typeof useTaking>

/** Payments with an amount. */
export const paidBy = (payments: readonly Payment[]): Payment[] => payments.filter(({ amount }) => parseMoney(amount) > 0)

/** Payments in request format. */
export const paymentsSent = (payments: readonly Payment[]) =>
  payments.map(({ method, amount, tendered, reference }) => ({ method, amount, tendered, reference }))
