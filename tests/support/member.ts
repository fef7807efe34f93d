import { sql } from '../../core/db/sql.ts'
import type { Client, TestApp } from './app.ts'

const password = 'a long password'

/** Registers a customer and signs in. */
export async function member(it: TestApp, email: string): Promise<Client & { id: number }> {
  // All registrations of a test come from the same IP address.
  await it.kernel.db.run(sql`delete from rate_limit`)
  const registration = { email, first_name: 'May', last_name: 'Chan', password, password_confirmation: password }
  const { body } = await it.guest.post('/api/register', registration)
  const { token } = (await it.guest.post('/api/login', { email, password })).body
  return { ...it.as(token), id: body.id }
}
