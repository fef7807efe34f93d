import { basic, rateLimit, validationError, type Kernel, message } from 'stoa'

/** How people get in, by the rules of the shop. */
export interface SignInRules {
  /** Only a verified address opens an account. */
  validateEmail: boolean
  /** A phone number serves as well as an address. */
  phoneLogin: boolean
}

/** The rules stand in the group of whoever sells; without it nothing is asked and nothing offered. */
export function getSignInRules(kernel: Kernel): SignInRules {
  const shop = kernel.registry.settings.has('shop') ? kernel.settings.read('shop', kernel.settings.mainLanguage) : {}
  return { validateEmail: shop.login_validate_email === true, phoneLogin: shop.login_via_phone === true }
}

/** An address as it is compared: trimmed, one form of each sign, small letters. */
export const normalizeEmail = (email: unknown): string => String(email).trim().normalize('NFC').toLowerCase()

/** Mailboxes whose addresses may be written with dots between any letters, by the name all their domains go by. */
const DOTLESS: ReadonlyMap<string, string> = new Map([
  ['gmail.com', 'gmail.com'],
  ['googlemail.com', 'gmail.com'],
])

/** The mailbox an address leads to: what follows a plus sign sorts mail and makes no other person. For counting, never for writing to. */
export function normalizeMailbox(email: string): string {
  const plain = normalizeEmail(email)
  const at = plain.lastIndexOf('@')
  const tag = plain.indexOf('+', 1)
  const [local, domain] = [plain.slice(0, tag > 0 && tag < at ? tag : at), plain.slice(at + 1)]
  const dotless = DOTLESS.get(domain)
  return dotless ? `${local.replaceAll('.', '')}@${dotless}` : `${local}@${domain}`
}

/** What every address looks like. */
export const addressPattern = /^[^\s@\0]+@[^\s@\0]+$/

export const isAddress = (email: string): boolean => email.length <= 254 && addressPattern.test(email)

/** A number in international form, as the database makes it of what people type. */
export function normalizePhone(countryCode: string, phone: string): string {
  const digits = phone.replaceAll(/\D/g, '')
  return countryCode + (['86', '886', '60'].includes(countryCode) ? digits.replace(/^0/, '') : digits)
}

/** Refuses a code the shop does not serve. A number without a code, or the other way round, is refused as well. @throws Failed INVALID */
export function requirePhone(kernel: Kernel, input: { country_code?: unknown; phone?: unknown }): void {
  if (!input.phone) return
  if (!input.country_code) throw validationError({ country_code: message('people:error.country_code') })
  const codes = kernel.settings.of(basic).supported_country_codes
  if (!codes.includes(String(input.country_code))) throw validationError({ country_code: message('core:rule.choice') })
  const digits = String(input.phone).replaceAll(/\D/g, '').length
  if (digits < 5 || digits > 14) throw validationError({ phone: message('core:rule.phone') })
}

/** Mails somebody asked for: one a minute and five a day for each address, known or not. @throws Failed TOO_MANY */
export async function limitEmails(kernel: Kernel, purpose: string, email: string): Promise<void> {
  const message = 'core:error.too_frequent'
  await rateLimit(kernel.db, `${purpose} ${email}`, { max: 1, seconds: 60, message })
  await rateLimit(kernel.db, `${purpose}-day ${email}`, { max: 5, seconds: 86_400, message })
}
