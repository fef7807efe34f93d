import { basic, f, validationError, type Kernel, route, sql, t, message } from 'stoa'
import { isAddress, normalizeEmail, normalizePhone, requirePhone } from '../services/sign-in-rules.ts'
import { limitByNetwork, publicRoute } from './shared.ts'

/** A normalized number: in international format with +, otherwise with the given or the shop's country code. @throws AppError INVALID */
function parseNumber(kernel: Kernel, key: string, countryCode: string | null): string {
  const { default_country_code, supported_country_codes } = kernel.settings.of(basic)
  const international = key.trim().startsWith('+') ? key.replaceAll(/\D/g, '') : ''
  const named = supported_country_codes.find((code) => international.startsWith(code))
  const country_code = named ?? countryCode ?? default_country_code
  const phone = named ? international.slice(named.length) : key
  requirePhone(kernel, { phone, country_code })
  return normalizePhone(country_code, phone)
}

/** Whether an address or number is taken, for the registration form. */
export const checkRoutes = [
  route({
    ...publicRoute,
    on: 'POST /check',
    id: 'customer.check',
    summary: 'Whether an email address or a phone number belongs to an account',
    body: { key: f.text(), type: f.pick(['email', 'phone']), country_code: f.maybe(f.text({ maxLength: 4 })) },
    response: t.object({ status: t.pick(['exists', 'available']) }),
    admit: limitByNetwork('check', 10),
    run: async ({ kernel, body }) => {
      const email = normalizeEmail(body.key)
      if (body.type === 'email' && !isAddress(email)) throw validationError({ key: message('core:rule.email') })
      const found = await kernel.db.one(
        body.type === 'email'
          ? sql`select 1 from customer where email = ${email}`
          : sql`select 1 from customer where phone_verified_at is not null and phone_norm = ${parseNumber(kernel, body.key, body.country_code)}`,
      )
      return { status: found ? 'exists' : 'available' }
    },
  }),
]
