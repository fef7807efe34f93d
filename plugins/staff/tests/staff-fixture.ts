import { Secret, TOTP } from 'otpauth'
import type { TestApp } from '../../../tests/support/app.ts'

export const PASSWORD = 'a long password'

/** The code of an authenticator app, `steps` × 30 seconds from now. */
export const createCode = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 })

/** Creates a member of staff with a separate role. */
export async function hired(it: TestApp, name: string, role: object = {}) {
  const owner = await it.staff('owner')
  const made = (await owner.post('/api/admin/role', { name: `Role of ${name}`, permission_list: ['get role'], ...role })).body
  const email = `${name}@shop.test`
  const account = (await owner.post('/api/admin/account', { name, email, password: PASSWORD, role_id: made.id })).body
  const login = (password = PASSWORD) => it.guest.post('/api/admin/login', { email, password })
  return { id: account.id as number, role: made, email, owner, login }
}

/** Sets up a second factor for the signed-in account, with the code of the previous time step. */
export async function setUp(it: TestApp, token: string): Promise<{ secret: string; codes: string[] }> {
  const { secret } = (await it.as(token).post('/api/admin/second-factor/setup')).body
  const { codes } = (await it.as(token).post('/api/admin/second-factor/confirm', { code: createCode(secret, -1) })).body
  return { secret, codes }
}
