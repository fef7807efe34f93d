import { type Shape, t } from 'stoa'
import { Tax } from 'stoa/plugins/sales'

/** An item for sale at the POS, as a device stores it. */
export const Article = t.object({
  id: t.id('Stock.'),
  product_id: t.id(),
  sku: t.text(),
  barcode: t.maybe(t.text()),
  name: t.text(),
  choice: t.text('Options of the variant: "Green · Large".'),
  price: t.money(),
  pay: t.money('Current price.'),
  price_signature: t.text('Signed proof that the server gave the device this price.'),
  image: t.maybe(t.text()),
  available: t.maybe(t.int('Null when inventory is not tracked.')),
  /** Its categories and their ancestors. */
  categories: t.list(t.id()),
})
export type Article = Shape<typeof Article>

export const Articles = t.object({
  data: t.list(Article),
  next: t.maybe(t.int('Cursor; null at the end.')),
  mark: t.text('Hash of the page; sent back as `known`, the page is returned only if it changed.'),
  same: t.flag('Unchanged since `known`; `data` is empty.'),
})
export type Articles = Shape<typeof Articles>

export const OpenSession = t.object({
  id: t.id(),
  number: t.text(),
  register_id: t.id(),
  status: t.text(),
  place: t.int('Number of the device in the session; 0 before it joined.'),
  last: t.int('Number of tickets the device reported in the session.'),
})
export type OpenSession = Shape<typeof OpenSession>

const Way = t.object({ code: t.text(), title: t.text(), cash: t.flag() })

const May = t.object({
  sell: t.flag(),
  reprice: t.flag(),
  most_off: t.maybe(t.number('Maximum in percent; null for no limit.')),
  give_back: t.flag(),
  most_back: t.maybe(t.money('Null for no limit.')),
  unproven: t.flag('Accept returns without a receipt.'),
  oversell: t.flag(),
  open: t.flag(),
  close: t.flag(),
  cash: t.flag(),
  settle: t.flag(),
})

/** A member of staff who can sign in at a register by PIN. */
export const Cashier = t.object({ id: t.id(), name: t.text() })
export type Cashier = Shape<typeof Cashier>

/** The signed-in cashier and their permissions. */
export const CashierAt = t.object({ token: t.text('Sent with each request.'), me: Cashier, may: May })
export type CashierAt = Shape<typeof CashierAt>

/** Data a register needs before it can sell. */
export const Till = t.object({
  store: t.object({ id: t.id(), code: t.text(), name: t.text(), address: t.text(), phone: t.maybe(t.text()) }),
  shop: t.text(),
  currency: t.text(),
  codes: t.flag('Discount codes can be entered.'),
  points: t.flag('Members can pay with points.'),
  coin: t.money('Smallest coin: cash totals are rounded down to it.'),
  tolerance: t.money(),
  ways: t.list(Way),
  header: t.text(),
  footer: t.text(),
  /** Top-level categories of the catalogue, in order. */
  categories: t.list(t.object({ id: t.id(), title: t.text() })),
  registers: t.list(t.object({ id: t.id(), code: t.text(), name: t.text(), session: t.maybe(OpenSession) })),
  me: t.object({ id: t.id(), name: t.text() }),
  may: May,
})
export type Till = Shape<typeof Till>

export const Opened = t.object({ ...OpenSession.properties, joined: t.flag('The drawer was open already.') })

const PricedLine = t.object({
  name: t.text(),
  sku: t.text(),
  quantity: t.int(),
  usual: t.money(),
  unit: t.money(),
  total: t.money('For all its units, after discounts.'),
})

/** The current sale, priced by the server. */
export const CounterQuote = t.object({
  lines: t.list(PricedLine),
  subtotal: t.money(),
  discount: t.money(),
  total: t.money(),
  off: t.list(t.object({ label: t.text(), code: t.maybe(t.text()), amount: t.money() })),
  taxes: t.list(Tax),
})
export type CounterQuote = Shape<typeof CounterQuote>

const ticketResult = {
  id: t.id(),
  number: t.text(),
  order_id: t.maybe(t.id()),
  order_number: t.text(),
  total: t.money(),
  trouble: t.list(t.pick(['price', 'goods', 'late'])),
}
export const TicketResult = t.object(ticketResult)
export type TicketResult = Shape<typeof TicketResult>

/** A return ticket. */
export const ReturnResult = t.object({
  ...ticketResult,
  ways: t.list(t.object({ method: t.text(), amount: t.money('Refunded at the counter with this method.') })),
})
export type ReturnResult = Shape<typeof ReturnResult>

const Counting = t.object({ expected: t.money(), counted: t.money(), difference: t.money() })
export const Counted = Counting
export type Counted = Shape<typeof Counted>

/** Takings and cash position of a till session. */
export const Report = t.object({
  number: t.text(),
  register: t.text(),
  status: t.text(),
  opened_at: t.dateTime(),
  opened_by: t.text(),
  closed_at: t.maybe(t.dateTime()),
  closed_by: t.text(),
  reason: t.text(),
  sales: t.int(),
  sold: t.money(),
  returns: t.int(),
  back: t.money(),
  pickups: t.int('Orders of the online store that were picked up.'),
  collected: t.money('Amount paid for them.'),
  discounts: t.money(),
  rounding: t.money(),
  trouble: t.int('Tickets that need review.'),
  missing: t.int('Tickets of devices that are not synchronized yet.'),
  ways: t.list(t.object({ method: t.text(), amount: t.money(), count: t.int() })),
  float: t.money(),
  moves: t.list(t.object({ kind: t.text(), amount: t.money(), reason: t.text(), at: t.dateTime(), by: t.text() })),
  counts: t.list(t.object({ counted: t.money(), at: t.dateTime(), by: t.text() })),
  expected: t.maybe(t.money('Present once the drawer was counted.')),
  counted: t.maybe(t.money()),
  difference: t.maybe(t.money()),
})
export type Report = Shape<typeof Report>

/** All till sessions of a store on a day, each and in total. */
export const DayReport = t.object({
  day: t.day(),
  today: t.flag('The current business day.'),
  store: t.text(),
  currency: t.text(),
  open: t.int('Drawers that are still open.'),
  missing: t.int('Tickets of devices that are not synchronized yet.'),
  doubted: t.int('Drawers that were closed with an unresolved difference.'),
  trouble: t.int('Tickets that need review.'),
  closed: t.flag('All drawers were counted and closed, and nothing is missing.'),
  sales: t.int(),
  sold: t.money(),
  returns: t.int(),
  back: t.money(),
  pickups: t.int('Orders of the online store that were picked up.'),
  collected: t.money('Amount paid for them.'),
  discounts: t.money(),
  rounding: t.money(),
  ways: t.list(t.object({ method: t.text(), title: t.text(), amount: t.money(), count: t.int() })),
  ...Counting.properties,
  sessions: t.list(t.object({ id: t.id(), ...Report.properties })),
})
export type DayReport = Shape<typeof DayReport>

/** A ticket found by its receipt, with what can still be returned. */
export const FoundTicket = t.object({
  id: t.id(),
  number: t.text(),
  order_id: t.id(),
  order_number: t.text(),
  sold_at: t.dateTime(),
  total: t.money(),
  lines: t.list(
    t.object({
      order_line_id: t.id(),
      name: t.text(),
      quantity: t.int(),
      returned: t.int(),
      open: t.int('Units that can still be returned.'),
      total: t.money(),
      worth: t.list(t.money('Refund for one unit, two, and so on, up to all that can still be returned.')),
    }),
  ),
})
export type FoundTicket = Shape<typeof FoundTicket>

const pickup = {
  id: t.id('Order.'),
  number: t.text(),
  status: t.text(),
  name: t.text(),
  email: t.text(),
  phone: t.maybe(t.text()),
  placed_at: t.maybe(t.dateTime()),
  currency: t.text(),
  total: t.money(),
  due: t.money('What is missing before it can be handed over.'),
  units: t.int('Units at the store.'),
  ready: t.flag('Some of it is prepared for pickup.'),
}

/** An order to be picked up at a store. */
export const PickupShort = t.object(pickup)
export type PickupShort = Shape<typeof PickupShort>

/** The same with its details. */
export const Pickup = t.object({
  ...pickup,
  paid: t.money('Units available now.'),
  note: t.text('Note of the customer.'),
  shipping: t.money(),
  discounts: t.list(t.object({ label: t.text(), amount: t.money() })),
  lines: t.list(
    t.object({
      name: t.text(),
      choice: t.text(),
      sku: t.text(),
      quantity: t.int(),
      left: t.int('Units that are not handed over or shipped.'),
      unit: t.money(),
      total: t.money('Before discounts.'),
    }),
  ),
})
export type Pickup = Shape<typeof Pickup>

export const Parked = t.object({
  id: t.text(),
  label: t.text(),
  by: t.text(),
  at: t.dateTime(),
  body: t.any(),
})
export type Parked = Shape<typeof Parked>

export const Member = t.object({ id: t.id(), name: t.text(), email: t.text(), phone: t.maybe(t.text()) })
export type Member = Shape<typeof Member>
