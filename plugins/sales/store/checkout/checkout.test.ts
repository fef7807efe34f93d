import { describe, expect, it } from 'vitest'
import type { CheckoutResponse, CheckoutPreview, PaymentAction } from '../../api-types.ts'
import { createAttempts } from '../../../../ui-store/src/kit/form/attempt.ts'
import { getBody, emptyForm, neededFields } from './form-state.ts'
import { nextStep } from './next-step.ts'
import { problemsFromServer, problemsHere } from './problems.ts'

const form = {
  ...emptyForm('852', 'HKG'),
  email: 'may@example.com',
  first_name: 'May',
  last_name: 'Chan',
  phone: '91234567',
  address: '1 Street',
}
const frame = {
  total: '100.00',
  cartId: 'c1',
  language: 'en-US',
  currency: 'HKD',
  needsShipping: true,
  needsAddress: true,
  guest: true,
}
const t = (key: string) => key

describe('the checkout request', () => {
  it('uses the buyer’s name and phone for delivery, and the shipping address for billing, unless set otherwise', () => {
    const body = getBody(form, frame)
    expect(body.shipping_address).toEqual({
      first_name: 'May',
      last_name: 'Chan',
      country: 'HKG',
      contact_number: '91234567',
      address: '1 Street',
    })
    expect(body.billing_address).toEqual(body.shipping_address)
    const other = {
      ...form,
      other_receiver: true,
      receiver_first_name: 'Ann',
      receiver_last_name: 'Lee',
      billing_same: false,
      billing_address: '2 Road',
    }
    expect(getBody(other, frame).shipping_address?.first_name).toBe('Ann')
    expect(getBody(other, frame).billing_address?.address).toBe('2 Road')
  })

  it('uses the phone number of a guest unless the recipient has another', () => {
    const shipped = (more: object, guest = true) =>
      getBody({ ...form, contact_number: '2540 0000', ...more }, { ...frame, guest }).shipping_address?.contact_number
    expect(shipped({})).toBe('91234567')
    expect(shipped({ other_receiver: true })).toBe('2540 0000')
    expect(shipped({ other_receiver: true, contact_number: '' })).toBe('91234567')
    expect(shipped({}, false)).toBe('2540 0000')
    const delivered = { needs_shipping: true, needs_address: true, areas: [] as string[] } as CheckoutPreview
    const numbers = (guest: boolean) => neededFields(form, delivered, guest).filter((name) => /phone|number/.test(name))
    expect([numbers(true), numbers(false)]).toEqual([['phone'], ['contact_number']])
    expect(
      Object.keys(
        problemsFromServer({ 'shipping_address.contact_number': ['Bad'], 'billing_address.contact_number': ['Bad'] }, form, true),
      ),
    ).toEqual(['phone'])
  })

  it('omits shipping when nothing is shipped, and drops the country code of an empty phone', () => {
    const body = getBody({ ...form, phone: '', shipping_method: 'standard' }, { ...frame, needsShipping: false, needsAddress: false })
    expect(body).not.toHaveProperty('shipping_address')
    expect(body).not.toHaveProperty('shipping_method')
    expect(body.guest).toEqual({ email: 'may@example.com', first_name: 'May', last_name: 'Chan' })
  })

  it('requires only the fields that are needed', () => {
    const preview = { needs_shipping: false } as CheckoutPreview
    expect(neededFields(form, preview, true)).toEqual(['email', 'first_name', 'last_name', 'payment_method'])
    expect(neededFields(form, preview, false)).toEqual(['payment_method'])
    const fetched = { needs_shipping: true, needs_address: false, areas: [] as string[] } as CheckoutPreview
    expect(neededFields(form, fetched, false)).toEqual(['shipping_method', 'pickup_point', 'payment_method'])
    expect(neededFields(form, { ...fetched, needs_address: true, areas: ['Lantau'] }, false)).toEqual([
      'shipping_method',
      'country',
      'area',
      'first_name',
      'last_name',
      'address',
      'contact_number',
      'payment_method',
    ])
  })

  it('has the pickup location instead of an address for pickup', () => {
    const body = getBody({ ...form, shipping_method: 'shop', pickup_point: 'main' }, { ...frame, needsAddress: false })
    expect(body).toMatchObject({ shipping_method: 'shop', pickup_point: 'main' })
    expect(body).not.toHaveProperty('shipping_address')
  })
})

describe('checkout errors', () => {
  it('are shown at their field, by any name the server uses', () => {
    const texts = ['This field is required.']
    expect(problemsFromServer({ 'guest.email': texts }, form, true)).toEqual({ email: texts })
    expect(problemsFromServer({ 'shipping_address[address]': texts }, form, true)).toEqual({ address: texts })
    expect(problemsFromServer({ 'billing_address.address': texts }, { ...form, billing_same: false }, true)).toEqual({
      billing_address: texts,
    })
    expect(problemsFromServer({ cart_id: texts }, form, true)).toEqual({ '': texts })
    expect(problemsFromServer(['Sold out'], form, true)).toEqual({ '': ['Sold out'] })
  })

  it('are found in the browser where possible', () => {
    expect(problemsHere({ ...form, email: 'may@', address: '  ' }, ['email', 'address', 'first_name'], t)).toEqual({
      email: ['shell.rule.email'],
      address: ['shell.rule.required'],
    })
  })
})

describe('placing an order', () => {
  it('keeps its idempotency key until the order changes or is rejected', () => {
    const attempts = createAttempts()
    const first = attempts.keyFor({ a: 1 })
    expect(first).toMatch(/^[0-9a-f]{32}$/)
    expect(attempts.keyFor({ a: 1 })).toBe(first)
    const changed = attempts.keyFor({ a: 2 })
    expect(changed).not.toBe(first)
    attempts.refused()
    expect(attempts.keyFor({ a: 2 })).not.toBe(changed)
  })

  it('redirects as the payment method requires', () => {
    const answer = (action: PaymentAction, redirect_url = '/order/success?order=7') =>
      ({
        payment: { method: 'x', action },
        order_number: '7',
        redirect_url,
        access_token: 'key',
      }) as CheckoutResponse
    const origin = 'https://shop.example'
    expect(nextStep(answer({ type: 'none' }), origin)).toEqual({
      url: 'https://shop.example/order/success?order=7&token=key',
    })
    expect(nextStep(answer({ type: 'instructions', html: '' }, ''), origin)).toEqual({
      url: 'https://shop.example/order/success?order=7&token=key',
    })
    expect(nextStep(answer({ type: 'redirect', url: 'https://pay.example/1' }), origin)).toEqual({
      url: 'https://pay.example/1',
    })
    const form = { type: 'form_post', url: 'https://pay.example', fields: { a: '1' } } as const
    expect(nextStep(answer(form), origin)).toEqual({ post: form })
    // The key must not be sent to another host.
    expect(nextStep(answer({ type: 'none' }, 'https://pay.example/done'), origin)).toEqual({
      url: 'https://pay.example/done',
    })
  })
})
