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
  balance: t.int('Below zero when more was deducted than available.'),
  spendable: t.int(),
  worth: t.money('Their value in the base currency.'),
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

export const PointsPage = t.object({ data: t.list(PointsEntry), next: t.maybe(t.id('Pass it as `after` for the next page.')) })
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
  points: t.maybe(t.int('Number of points the signed-in customer can spend now.')),
  data: t.list(
    t.object({
      product_id: t.id(),
      name: t.text(),
      url: t.text(),
      image: t.maybe(t.text()),
      stocks: t.list(
        t.object({
          id: t.id(),
          points: t.int('Points for one unit.'),
          limit: t.int('Maximum per customer; 0 for no limit.'),
          left: t.maybe(t.int('Number the customer can still redeem; null for no limit.')),
          available: t.maybe(t.int('Available units; null when inventory is not tracked.')),
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
  options: t.text('"Green · Large"; blank without options.'),
  quantity: t.int(),
  points: t.int(),
  order_number: t.text(),
  status: t.text(),
  status_label: t.text(),
  returned: t.flag('Its points were returned.'),
  created_at: t.dateTime(),
})
export type OwnRedemption = Shape<typeof OwnRedemption>

/** The code that a customer shows at the POS. */
export const MemberCodeView = t.object({
  code: t.text('Text of the code. It contains no personal data.'),
  drawing: t.text('The code as an SVG image.'),
  seconds: t.int('Validity in seconds.'),
})
export type MemberCodeView = Shape<typeof MemberCodeView>
