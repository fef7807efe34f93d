import { type Shape, t } from 'stoa'
import { thresholdKinds } from './domain/tiers.ts'
import { entryKinds } from './resources/points-entry.ts'

/** Response types of the loyalty API. Screens import the types alone, not the schemas. */

export const TierView = t.object({
  id: t.id(),
  level: t.int(),
  title: t.text(),
  benefits: t.text('HTML.'),
  colour: t.text(),
  threshold_kind: t.pick(thresholdKinds),
  threshold: t.text(),
  period_months: t.maybe(t.int()),
  discount_percent: t.text(),
  earn_multiplier: t.text(),
  free_shipping_from: t.maybe(t.money()),
  birthday_points: t.int(),
})
export type TierView = Shape<typeof TierView>

/** Points balance of a customer, and its value. */
export const PointsView = t.object({
  balance: t.int('Below zero when more was taken back than there was.'),
  spendable: t.int(),
  worth: t.money('What they pay in the base currency.'),
  ending: t.maybe(t.object({ points: t.int(), at: t.dateTime() })),
})
export type PointsView = Shape<typeof PointsView>

export const Membership = t.object({
  tiers: t.list(TierView),
  current: t.maybe(t.object({ id: t.id(), since: t.dateTime(), expires_at: t.maybe(t.dateTime()) })),
  next: t.maybe(t.object({ id: t.id(), have: t.text(), need: t.text(), percent: t.int('0 to 100.') })),
  points: t.maybe(PointsView),
})
export type Membership = Shape<typeof Membership>

export const PointsEntry = t.object({
  id: t.id(),
  kind: t.pick(entryKinds),
  points: t.int(),
  balance_after: t.int(),
  order_number: t.maybe(t.text()),
  remark: t.text(),
  created_at: t.dateTime(),
})
export type PointsEntry = Shape<typeof PointsEntry>

export const PointsPage = t.object({ data: t.list(PointsEntry), next: t.maybe(t.id('Give it as `after` for the next page.')) })
export type PointsPage = Shape<typeof PointsPage>

/** The membership of a customer, for staff. */
export const MemberCard = t.object({
  person_id: t.id(),
  membership: Membership,
  source: t.maybe(t.pick(['auto', 'manual', 'import'])),
  locked_until: t.maybe(t.day()),
  entries: t.list(PointsEntry),
})
export type MemberCard = Shape<typeof MemberCard>

/** Products that can be redeemed for points. */
export const RedeemableList = t.object({
  points: t.maybe(t.int('Of whoever signed in, as many as can be spent now.')),
  data: t.list(
    t.object({
      product_id: t.id(),
      name: t.text(),
      url: t.text(),
      image: t.maybe(t.text()),
      stocks: t.list(
        t.object({
          id: t.id(),
          points: t.int('For one.'),
          limit: t.int('How many one customer may have; 0 for any number.'),
          left: t.maybe(t.int('How many the customer may still have; null for any number.')),
          available: t.maybe(t.int('How many there are; null when nobody counts.')),
          image: t.maybe(t.text()),
          options: t.list(t.object({ label: t.text(), value: t.text() })),
        }),
      ),
    }),
  ),
})
export type RedeemableList = Shape<typeof RedeemableList>
export type RedeemGoods = RedeemableList['data'][number]

/** One redemption of a customer. */
export const OwnRedemption = t.object({
  id: t.id(),
  name: t.text(),
  options: t.text('"Green · Large"; nothing without options.'),
  quantity: t.int(),
  points: t.int(),
  order_number: t.text(),
  status: t.text(),
  status_label: t.text(),
  returned: t.flag('Its points came back.'),
  created_at: t.dateTime(),
})
export type OwnRedemption = Shape<typeof OwnRedemption>

/** The code that a customer shows at the POS. */
export const MemberCodeView = t.object({
  code: t.text('What the drawing says. It tells nothing by itself.'),
  drawing: t.text('The code as an SVG drawing.'),
  seconds: t.int('How long it is good for.'),
})
export type MemberCodeView = Shape<typeof MemberCodeView>
