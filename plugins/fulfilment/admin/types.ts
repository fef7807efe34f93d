import type { FullOrder } from 'stoa/plugins/sales/admin'
import type { OrderParcels, ToPack } from '../admin-api-types.ts'

/** An order with its shipments: response of `GET /api/admin/order/{id}/view`. */
export type SentOrder = Omit<FullOrder, 'lines'> & OrderParcels & { lines: (FullOrder['lines'][number] & ToPack)[] }
