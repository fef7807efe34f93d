import { basic, checkInput, type Ctx, f, Failed, INVALID, text, type Text, type Fields } from '#core'
import type { AddressInput } from '../wire.ts'
import type { Quote } from './quote.ts'

export interface GuestInput {
  email: string
  first_name: string
  last_name: string
  country_code: string | null
  phone: string | null
}

const address = {
  first_name: f.text(),
  last_name: f.text(),
  country: f.text({ minLength: 3, maxLength: 3 }),
  area: f.text({ default: '', maxLength: 120 }),
  contact_number: f.phone(),
  address: f.area({ maxLength: 500 }),
}
const guest = {
  email: f.email(),
  first_name: f.text(),
  last_name: f.text(),
  country_code: f.maybe(f.text({ maxLength: 4 })),
  phone: f.maybe(f.phone()),
}

/** Checks one part of the body; its errors are named `part.field`. */
async function part<T>(name: string, fields: Fields, value: unknown, errors: Record<string, Text[]>): Promise<T> {
  try {
    return (await checkInput(fields, (value ?? {}) as Record<string, unknown>)) as T
  } catch (error) {
    if (!(error instanceof Failed) || Array.isArray(error.texts)) throw error
    for (const [field, texts] of Object.entries(error.texts)) errors[`${name}.${field}`] = texts
    return {} as T
  }
}

/** Guest and addresses of a checkout. @throws Failed INVALID naming every wrong field of every part at once. */
export async function checkoutPeople(
  ctx: Ctx,
  body: Record<string, unknown>,
  { needsAddress, areas }: Pick<Quote, 'needsAddress' | 'areas'>,
): Promise<{ guest: GuestInput | undefined; shipping: AddressInput | null; billing: AddressInput | null }> {
  const errors: Record<string, Text[]> = {}
  const who = ctx.actor.kind === 'customer' ? undefined : await part<GuestInput>('guest', guest, body.guest, errors)
  if (who?.phone && !who.country_code) errors['guest.country_code'] = [text('core:rule.required')]
  const shipping = needsAddress ? await part<AddressInput>('shipping_address', address, body.shipping_address, errors) : null
  const countries = ctx.kernel.settings.of(basic).supported_countries
  if (shipping?.country && !countries.includes(shipping.country)) errors['shipping_address.country'] = [text('sales:error.country')]
  // Prices hang on the area here, so it has to be one of them.
  if (shipping?.country && areas.length > 0 && !areas.includes(shipping.area ?? ''))
    errors['shipping_address.area'] = [text('core:rule.choice')]
  const billing = body.billing_address ? await part<AddressInput>('billing_address', address, body.billing_address, errors) : shipping
  if (Object.keys(errors).length > 0) throw new Failed(INVALID, errors)
  return { guest: who, shipping, billing }
}
