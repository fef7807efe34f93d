import { randomBytes } from 'node:crypto'
import { type Ctx, hashPassword, type Seed, sql } from '#core'

/** Who works in the example shop, and which presets their role is made of. */
const roles: Record<string, { presets: string[]; people: [name: string, email: string][] }> = {
  'Shop manager': {
    presets: [
      'sales.manager',
      'purchasing.manager',
      'inventory.manager',
      'catalogue.manager',
      'payments.manager',
      'people.editor',
      'content.manager',
      'notes.manager',
      'approvals.member',
      'approvals.auditor',
    ],
    people: [
      ['May Cheung', 'may@stoa.example'],
      ['劉永健 Wing Lau', 'wing@stoa.example'],
    ],
  },
  'Customer service': {
    presets: ['sales.editor', 'payments.reviewer', 'people.editor', 'catalogue.viewer', 'content.editor', 'notes.writer'],
    people: [
      ['Joyce Lam', 'joyce@stoa.example'],
      ['阿傑 Kit Ho', 'kit@stoa.example'],
    ],
  },
  Buyer: {
    presets: ['purchasing.buyer', 'inventory.viewer', 'catalogue.viewer', 'notes.writer', 'approvals.member'],
    people: [['Ming Yip', 'ming@stoa.example']],
  },
  Warehouse: {
    presets: ['inventory.editor', 'purchasing.receiver', 'sales.viewer', 'notes.writer'],
    people: [
      ['權叔 Kuen Tsang', 'kuen@stoa.example'],
      ['Ada Poon', 'ada@stoa.example'],
    ],
  },
}

/** Colleagues of the year. Nobody can sign in as one of them: their passwords are thrown away. */
export const seedStaff: Seed = async (ctx) => {
  if (!ctx.year) return
  for (const [name, { presets, people }] of Object.entries(roles)) {
    const role = await roleOf(ctx, name, presets)
    for (const [person, email] of people) {
      const hash = await hashPassword(randomBytes(24).toString('base64url'))
      await ctx.kernel.db.run(sql`insert into account (name, email, password_hash, role_id, must_change_password)
        select ${person}, ${email}, ${hash}, ${role}, true where not exists (select 1 from account where email = ${email})`)
    }
  }
}

async function roleOf({ kernel }: Ctx, name: string, presets: readonly string[]): Promise<number> {
  const known = () => kernel.db.one<{ id: number }>(sql`select id from role where name = ${name} order by id limit 1`)
  const held = [...new Set(presets.flatMap((preset) => kernel.registry.presets.get(preset) ?? []))]
  const made = await known()
  if (!made) await kernel.db.run(sql`insert into role (name, permission_list) values (${name}, ${held}::text[])`)
  return (made ?? (await known()))?.id ?? 0
}
