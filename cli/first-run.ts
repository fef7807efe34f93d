import { randomBytes } from 'node:crypto'
import { ownerRole } from './owner-role.ts'
import { hashPassword } from '../core/access/password.ts'
import { type Kernel, systemCtx } from '../core/context.ts'
import { sql } from '../core/db/sql.ts'
import { seed } from './seed.ts'

/** E-mail address of the account created on the first start. */
const firstEmail = 'owner@stoa.local'

/**
 * On an empty database: creates one staff account with a random one-time password, shown once, and seeds the demo shop. The
 * password is shown before the slow part, because an interrupted start must not leave an account nobody can use. The role is
 * locked, so that two processes starting at once create one account.
 */
export async function welcome(kernel: Kernel, tell: (line: string) => void): Promise<void> {
  if (process.env.STOA_FIRST_RUN === 'off') return
  const role = await ownerRole(kernel)
  const password = randomBytes(9).toString('base64url')
  const hash = (await firstNeeded(kernel)) ? await hashPassword(password) : undefined
  if (!hash) return
  const made = await kernel.transaction(async (tx) => {
    await tx.one(sql`select id from role where id = ${role} for update`)
    return tx.run(sql`insert into account (name, email, password_hash, role_id, must_change_password)
      select 'Owner', ${firstEmail}, ${hash}, ${role}, true where not exists (select 1 from account)`)
  })
  if (made === 0) return
  tell('')
  tell(`  Staff sign in with   ${firstEmail}`)
  tell(`  One-time password    ${password}`)
  tell('')
  tell('First start: filling in the demo shop …')
  await seed(systemCtx(kernel, 'first start'), 'demo')
}

const firstNeeded = async (kernel: Kernel) => (await kernel.db.one(sql`select 1 from account limit 1`)) === undefined
