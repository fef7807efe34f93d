import { column, defineRecord, jsonColumn } from 'stoa'
import { checkShares, markManual, postAgain } from '../services/change-shares.ts'
import { ownOrdersScope } from '../services/scope.ts'
import { orderFields } from './order-fields.ts'

/** Who earns from a paid order. Without shares it waits for somebody to enter them. Specification backoffice 2.10. */
export const commissionOrder = defineRecord({
  name: 'commission_order',
  path: 'commission/order',
  events: [],
  verbs: ['get', 'update', 'export'],
  label: 'order_number',
  match: 'order_number',
  sortBy: '-paid_on',
  locked: true,
  listStamps: false,
  transfer: false,
  scope: ownOrdersScope,
  fields: orderFields,
  internal: { rates: jsonColumn<Record<string, string>>(), paid_through: column('bigint'), completed_through: column('bigint') },
  hooks: { beforeValidate: markManual, validate: checkShares, afterSave: postAgain },
})
