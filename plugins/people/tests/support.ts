import { createHash } from 'node:crypto'
import { sign, sql } from 'stoa'
import type { Client, TestApp } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'

export const PASSWORD = 'a long password'

/** A completed registration form. */
export const form = (email: string, more: object = {}) => ({
  email,
  first_name: 'May',
  last_name: 'Chan',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...more,
})

/** Resets the rate limits of earlier tests, because all tests share one network address. */
export const forgetLimits = (it: TestApp) => it.kernel.db.run(sql`delete from rate_limit`)

/** Creates a customer with a verified address, signed in. */
export async function member(it: TestApp, email: string, more: object = {}): Promise<Client & { id: number; token: string }> {
  await forgetLimits(it)
  const { body } = await it.guest.post('/api/register', form(email, more))
  const hash = createHash('sha256').update(email.toLowerCase()).digest('hex')
  const expires = String(Math.floor(Date.now() / 1_000) + 600)
  const signature = sign(it.kernel.config, 'email-verify', `${body.id} ${hash} ${expires}`)
  await it.app.http.inject({
    url: `/api/email/verify/${body.id}/${hash}?expires=${expires}&signature=${encodeURIComponent(signature)}`,
    cookies: openedHere(it, body.id),
  })
  return signedIn(it, email, body.id)
}

/** The cookie of the browser in which the account was registered. */
export const openedHere = (it: TestApp, customer: number) => ({
  stoa_opened: `${customer}.${sign(it.kernel.config, 'account opened here', String(customer))}`,
})

async function signedIn(it: TestApp, email: string, id: number): Promise<Client & { id: number; token: string }> {
  const { token } = (await it.guest.post('/api/login', { email, password: PASSWORD })).body
  return { ...it.as(token), id, token }
}

/** Creates a customer with an unverified address, signed in. */
export async function registered(it: TestApp, email: string, more: object = {}): Promise<Client & { id: number; token: string }> {
  await forgetLimits(it)
  const { body } = await it.guest.post('/api/register', form(email, more))
  return signedIn(it, email, body.id)
}

/** The newest mail to an address. */
export async function lastMail(it: TestApp, to: string): Promise<{ subject: string; text: string } | undefined> {
  await it.jobs()
  const words = await newestMail(it, to)
  return words && { subject: words.subject, text: words.text_body }
}

/** Path and query of the first link in an email. */
export const linkIn = (text: string | undefined): URL => new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? 'http://none')

/** Changes the shop rules in the settings group `shop`. */
export const rules = async (it: TestApp, change: object): Promise<void> => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'shop', change as Record<string, unknown>, 'en-US')
}
