import type { Row } from 'stoa/api-types'
import type { OrderExtras } from '../../admin-api-types.ts'
import type { AddressInput } from '../../api-types.ts'
import type { OrderRow } from '../../resources/order-columns.ts'
import type { OrderLineRow } from '../../resources/order-line.ts'

export type { TimelineEntry as Entry } from '../../admin-api-types.ts'
export type { AddressInput as Address } from '../../api-types.ts'

export type Line = Row & OrderLineRow

/** Response of `GET /api/admin/order/{id}`. */
export interface Order extends Row, Omit<OrderRow, 'lines' | 'shipping_address'> {
  version: number
  assigned_to_name?: string | null
  shipping_address: AddressInput | null
  lines: Line[]
}

/** The order with its details: response of `GET /api/admin/order/{id}/view`. */
export interface FullOrder extends OrderExtras {
  order: Order
}

/** Props of every order dialog. */
export interface DialogProps {
  full: FullOrder
  close: () => void
  done: () => void
}
