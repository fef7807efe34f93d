import type { DialogProps, FullOrder } from 'stoa/plugins/sales/admin'
import type { LineBack, OrderBack } from '../admin-api-types.ts'

/** An order with returns and refunds: response of `GET /api/admin/order/{id}/view`. */
export type BackOrder = Omit<FullOrder, 'lines'> & OrderBack & { lines: (FullOrder['lines'][number] & LineBack)[] }

/** Props of every dialog here. */
export type BackDialogProps = Omit<DialogProps, 'full'> & { full: BackOrder }
