import { account, type Ctx, role, type Seed } from 'stoa'

/** Sample staff, and the presets of their roles. */
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
      'booking.manager',
      'notes.manager',
      'approvals.member',
      'approvals.auditor',
      'tasks.manager',
    ],
    people: [
      ['May Cheung', 'may@stoa.example'],
      ['劉永健 Wing Lau', 'wing@stoa.example'],
    ],
  },
  'Customer service': {
    presets: [
      'sales.editor',
      'booking.editor',
      'payments.reviewer',
      'people.editor',
      'catalogue.viewer',
      'content.editor',
      'notes.writer',
      'tasks.editor',
    ],
    people: [
      ['Joyce Lam', 'joyce@stoa.example'],
      ['阿傑 Kit Ho', 'kit@stoa.example'],
    ],
  },
  Buyer: {
    presets: ['purchasing.buyer', 'inventory.viewer', 'catalogue.viewer', 'notes.writer', 'approvals.member', 'tasks.editor'],
    people: [['Ming Yip', 'ming@stoa.example']],
  },
  Warehouse: {
    presets: ['inventory.editor', 'purchasing.receiver', 'sales.viewer', 'notes.writer', 'tasks.editor'],
    people: [
      ['權叔 Kuen Tsang', 'kuen@stoa.example'],
      ['Ada Poon', 'ada@stoa.example'],
    ],
  },
}

/** Accounts of the sample year. They have no password, so nobody can sign in. */
export const seedStaff: Seed = async (ctx) => {
  if (!ctx.year) return
  const { resources } = ctx.kernel
  for (const [name, { presets, people }] of Object.entries(roles)) {
    const role_id = await findRole(ctx, name, presets)
    for (const [person, email] of people)
      if (!(await resources.findBy(ctx, account, 'email', email))) await resources.create(ctx, account, { name: person, email, role_id })
  }
}

async function findRole(ctx: Ctx, name: string, presets: readonly string[]): Promise<number> {
  const { resources, registry } = ctx.kernel
  const existing = await resources.findBy(ctx, role, 'name', name)
  const permission_list = [...new Set(presets.flatMap((preset) => registry.presets.get(preset) ?? []))]
  return (existing ?? (await resources.create(ctx, role, { name, permission_list }))).id
}
