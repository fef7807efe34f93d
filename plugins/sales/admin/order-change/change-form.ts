import type { SaleableStock } from '../../admin-api-types.ts'
import { getPerson } from '../order-edit/form.ts'
import type { Address, FullOrder } from '../order-view/types.ts'

/** Form state of an order change. */
export interface ChangeForm {
  /** Units by line id. */
  quantities: Record<number, string>
  added: { stock: SaleableStock; quantity: string }[]
  person: ReturnType<typeof getPerson>
  /** Null while the address is unchanged. */
  address: Address | null
  /** Code of another shipping method; empty while unchanged. */
  way: string
}

export const getStart = ({ order }: FullOrder): ChangeForm => ({
  quantities: {},
  added: [],
  person: getPerson(order),
  address: null,
  way: '',
})

/** Request body: only what differs from the order. */
export function changeBody(full: FullOrder, form: ChangeForm): Record<string, unknown> {
  const { order } = full
  const { phone, country_code, ...names } = form.person
  const person = { ...names, ...(phone ? { phone, country_code } : {}) }
  const before = getStart(full).person
  return {
    version: order.version,
    lines: order.lines.flatMap(({ id, quantity }) => {
      const typed = form.quantities[Number(id)]
      return typed === undefined || Number(typed || 0) === quantity ? [] : [{ order_line_id: id, quantity: Number(typed || 0) }]
    }),
    add: form.added.map(({ stock, quantity }) => ({ stock_id: stock.id, quantity: Number(quantity || 0) })),
    ...(JSON.stringify(before) === JSON.stringify(form.person) ? {} : { customer: person }),
    ...(form.address ? { shipping_address: form.address } : {}),
    ...(form.way ? { shipping_method: form.way } : {}),
  }
}

/** Whether anything differs from the order. */
export const isChanged = ({ version: _version, lines, add, ...rest }: Record<string, unknown>): boolean =>
  (lines as unknown[]).length + (add as unknown[]).length + Object.keys(rest).length > 0
