import type { CheckoutResponse, PaymentAction } from '../../api-types.ts'

/** Next location after an order, or the form to post to a payment page. */
export type NextStep = { url: string } | { post: Extract<PaymentAction, { type: 'form_post' }> }

/** The success link carries the token for the guest's order page. */
export const successUrl = (
  { redirect_url: redirectUrl, order_number: number, access_token: token }: CheckoutResponse,
  origin: string,
): string => {
  const url = new URL(redirectUrl || `/order/success?order=${encodeURIComponent(number)}`, origin)
  if (url.origin === origin && token && !url.searchParams.has('token')) url.searchParams.set('token', token)
  return url.href
}

/** The next step that the payment method requires. */
export const nextStep = (answer: CheckoutResponse, origin: string): NextStep => {
  const { action } = answer.payment
  if (action.type === 'form_post') return { post: action }
  if ((action.type === 'redirect' || action.type === 'card') && action.url) return { url: action.url }
  return { url: successUrl(answer, origin) }
}
