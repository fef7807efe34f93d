import { type InputProps, useFormField, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import { type GoodsLine, GoodsTable } from './goods-table.tsx'

/** The lines of a purchase order. */
export default function LinesInput(props: InputProps) {
  const say = useMessages()
  const { language } = useT()
  const { value: supplier } = useFormField<number | string | null>('supplier_id')
  return (
    <GoodsTable
      {...props}
      supplier={Number(supplier) || null}
      parts={(['quantity', 'unit_cost', 'discount'] as const).map((name) => ({ name, label: say(name) }))}
      begin={(stock) => ({ quantity: stock.min_qty, unit_cost: stock.cost ?? '', discount: '0.00' })}
      sum={(line) => getAmount(line, language)}
    />
  )
}

const cents = (value: unknown) => Math.round(Number(value ?? 0) * 100)

/** For display only; the server computes the amount. */
function getAmount({ quantity, unit_cost, discount }: GoodsLine, language: string): string {
  const amount = Number(quantity) * cents(unit_cost) - cents(discount)
  if (!Number.isFinite(amount)) return '–'
  return (amount / 100).toLocaleString(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
}
