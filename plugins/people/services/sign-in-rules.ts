import { basic, rateLimit, validationError, type Kernel, message } from 'stoa'

/** Sign-in rules of the shop. */
export interface SignInRules {
  /** Only a verified address can sign in. */
  validateEmail: boolean
  /** A phone number can be used to sign in. */
  phoneLogin: boolean
}

/** The rules are in the settings group `shop` of the catalogue; without it they are off. */
export function getSignInRules(kernel: Kernel): SignInRules {
  const shop = kernel.registry.settings.has('shop') ? kernel.settings.read('shop', kernel.settings.mainLanguage) : {}
  return { validateEmail: shop.login_validate_email === true, phoneLogin: shop.login_via_phone === true }
}

/** A normalized address: trimmed, Unicode NFC, lower case. */
export const normalizeEmail = (email: unknown): string => String(email).trim().normalize('NFC').toLowerCase()

/** Mail domains that ignore dots in addresses, by their canonical domain. */
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/** The mailbox of an address, without a plus suffix. For counting only, never for sending. */
export function normalizeMailbox(email: string): string {
  const plain = normalizeEmail(email)
  const at = plain.lastIndexOf('@')
  const tag = plain.indexOf('+', 1)
  const [local, domain] = [plain.slice(0, tag > 0 && tag < at ? tag : at), plain.slice(at + 1)]
  const dotless = DOTLESS.get(domain)
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`
}

/** Basic format of an address. */
export const addressPattern = /^[^\s@\0]+@[^\s@\0]+$/

export const isAddress = (email: string): boolean => email.length <= 254 && addressPattern.test(email)

/** A phone number in international format, equal to the database's generated column. */
export function normalizePhone(countryCode: string, phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return countryCode + (['86', '886', '60'].includes(countryCode) ? digits.replace(/^0/, '') : digits)
}

/** Rejects a country code the shop does not serve, and a number without a code or the reverse. @throws AppError INVALID */
export function requirePhone(kernel: Kernel, input: { country_code?: unknown; phone?: unknown }): void {
  if (!input.phone) return
  if (!input.country_code) throw validationError({ country_code: message('people:error.country_code') })
  const codes = kernel.settings.of(basic).supported_country_codes
  if (!codes.includes(String(input.country_code))) throw validationError({ country_code: message('core:rule.choice') })
  const digits = String(input.phone).replaceAll(/\D/g, '').length
  if (digits < 5 || digits > 14) throw validationError({ phone: message('core:rule.phone') })
}

/** Rate limit for requested e-mails: one a minute and five a day per address, known or not. @throws AppError TOO_MANY */
export async function limitEmails(kernel: Kernel, purpose: string, email: string): Promise<void> {
  const message = 'core:error.too_frequent'
  await rateLimit(kernel.db, `${purpose} ${email}`, { max: 1, seconds: 60, message })
  await rateLimit(kernel.db, `${purpose}-day ${email}`, { max: 5, seconds: 86_400, message })
}
