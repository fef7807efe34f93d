import type { DialogProps, FullOrder } from 'stoa/plugins/sales/admin'
import type { LineBack, OrderBack } from '../admin-api-types.ts'

/** An order with what came back and was given back, as `GET /api/admin/order/{id}/view` answers it. */
export type BackOrder = Omit<FullOrder, 'lines'> & OrderBack & { lines: (FullOrder['lines'][number] & LineBack)[] }

/** What every dialog here is given. */
export type BackDialogProps = Omit<DialogProps, 'full'> & { full: BackOrder }
