import { type Shape, t } from 'stoa'

/** Request and response types for payers. Pages import only the types. Amounts are decimal strings in `currency`. */

/** What a payer enters if the code cannot be scanned, for example on the phone that shows it. */
export const Transfer = t.object({ to: t.text(), name: t.text(), amount: t.money(), currency: t.text(), reference: t.text() })
export type Transfer = Shape<typeof Transfer>

/** Lets the payer of an attempt claim to have paid, without signing in: `POST /api/payment/claim`. */
export const Claim = t.object({ reference: t.text(), key: t.text() })
export type Claim = Shape<typeof Claim>

/** The payer's next step. */
export const PaymentAction = t.either(
  t.object({ type: t.is('redirect'), url: t.text() }),
  t.object({ type: t.is('form_post'), url: t.text(), fields: t.record(t.text()) }),
  t.object({ type: t.is('card'), key: t.text('Key of the card page, for this payment only.'), url: t.text() }),
  t.object({
    type: t.is('instructions'),
    html: t.text(),
    qr: t.optional(t.text('QR code as SVG.')),
    transfer: t.optional(Transfer),
    in_person: t.optional(t.is(true)),
    claim: t.optional(Claim),
  }),
  t.object({ type: t.is('none') }),
)
export type PaymentAction = Shape<typeof PaymentAction>

/** What the card page needs, without data of the buyer. */
export const CardPage = t.object({
  publishable_key: t.text(),
  amount: t.money(),
  currency: t.text(),
  order_number: t.text(),
  return_url: t.text('URL the browser is redirected to after the card was accepted.'),
  cancel_url: t.text(),
  test: t.flag(),
})
export type CardPage = Shape<typeof CardPage>
