import { sql } from '#core'
import type { Client, TestApp } from '../../../tests/support/app.ts'
import { newestMail } from '../../../tests/support/mails.ts'

export const PASSWORD = 'a long password'

/** A sign-up form, filled in. */
export const form = (email: string, more: object = {}) => ({
  email,
  first_name: 'May',
  last_name: 'Chan',
  password: PASSWORD,
  password_confirmation: PASSWORD,
  ...more,
})

/** Limits of earlier tests: they share one address of the network. */
export const forgetLimits = (it: TestApp) => it.kernel.db.run(sql`delete from rate_limit`)

/** Somebody with an account, signed in. */
export async function member(it: TestApp, email: string, more: object = {}): Promise<Client & { id: number; token: string }> {
  await forgetLimits(it)
  const { body } = await it.guest.post('/api/register', form(email, more))
  const { token } = (await it.guest.post('/api/login', { email, password: PASSWORD })).body
  return { ...it.as(token), id: body.id, token }
}

/** The newest mail to an address. */
export async function lastMail(it: TestApp, to: string): Promise<{ subject: string; text: string } | undefined> {
  await it.jobs()
  const words = await newestMail(it, to)
  return words && { subject: words.subject, text: words.text_body }
}

/** Path and query of the first link of a mail. */
export const linkIn = (text: string | undefined): URL => new URL(/https?:\S+/.exec(text ?? '')?.[0] ?? 'http://none')

/** Switches rules of the shop; the group is that of who sells. */
export const rules = async (it: TestApp, change: object): Promise<void> => {
  await it.kernel.settings.write(it.kernel, it.ctx, 'shop', change as Record<string, unknown>, 'en-US')
}
