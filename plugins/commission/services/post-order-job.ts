import { defineJob, t } from 'stoa'

/** Posts the commission of an order. Running it twice changes nothing. */
export const POST_ORDER = defineJob({
  name: 'commission/post-order',
  payload: { order_id: t.id() },
  key: ({ order_id }) => `commission order ${order_id}`,
})
