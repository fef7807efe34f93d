import { definePlugin, defineResource, f, contribute, ownRowsScope, parseMoney, sql } from 'stoa'
import type { Client, TestApp } from '../../../tests/support/app.ts'
import { APPROVABLE_DOCUMENTS, APPROVALS, type ApprovableDocument } from '../index.ts'

const code = { manual: false, input: { reason: f.text({ default: '' }) } } as const

/** An expense claim resource, defined as a third-party plugin that uses approvals would define it. */
const claim = defineResource({
  name: 'claim',
  locked: true,
  scope: ownRowsScope('owner_id', { all: 'see all claim' }),
  fields: {
    title: f.text({ maxLength: 100 }),
    cost: f.maybe(f.money()),
    owner_id: f.maybe(f.one('account')),
    status: f.pick(['draft', 'pending', 'approved', 'rejected', 'canceled'], { default: 'draft', readOnly: true }),
    paid_times: f.int({ default: 0, readOnly: true }),
  },
  states: {
    field: 'status',
    initial: 'draft',
    transitions: {
      submit: {
        from: ['draft'],
        to: 'pending',
        needs: 'update claim',
        effect: async ({ ctx, tx, row }) => {
          const isRequested = await ctx.kernel.find(APPROVALS)?.request(tx, ctx, 'claim', row.id)
          if (!isRequested) await ctx.kernel.resources.transitionIn(tx, ctx, 'claim', row.id, 'settle')
        },
      },
      settle: {
        ...code,
        from: ['pending'],
        to: 'approved',
        effect: async ({ tx, row }) => void (await tx.run(sql`update claim set paid_times = paid_times + 1 where id = ${row.id}`)),
      },
      refuse: { ...code, from: ['pending'], to: 'rejected' },
      recall: { ...code, from: ['pending'], to: 'draft' },
      cancel: {
        from: ['draft', 'pending'],
        to: 'canceled',
        needs: 'update claim',
        effect: async ({ ctx, tx, row }) => ctx.kernel.find(APPROVALS)?.withdraw(tx, ctx, 'claim', row.id, 'Canceled'),
      },
    },
  },
})

const approvable: ApprovableDocument = {
  title: 'claims:approval.claim',
  of: 'claim',
  needs: 'approve claim',
  async lock(tx, _ctx, id) {
    const row = await tx.one<{ title: string; cost: string | null; status: string; owner_id: number | null }>(
      sql`select title, (cost_minor / 100.0)::numeric(14, 2)::text as cost, status, owner_id from claim where id = ${id} for update`,
    )
    if (row?.status !== 'pending') return undefined
    return {
      title: row.title,
      amount: row.cost === null ? null : parseMoney(row.cost),
      link: `claim/edit/${id}`,
      ownerIds: row.owner_id === null ? [] : [row.owner_id],
    }
  },
  approved: (tx, ctx, id) => ctx.kernel.resources.transitionIn(tx, ctx, 'claim', id, 'settle'),
  rejected: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, 'claim', id, 'refuse', { reason }),
  withdrawn: (tx, ctx, id, reason) => ctx.kernel.resources.transitionIn(tx, ctx, 'claim', id, 'recall', { reason }),
}

export const claims = definePlugin({
  id: 'claims',
  after: ['approvals'],
  resources: [claim],
  permissions: ['see all claim', 'approve claim'],
  contributions: [contribute(APPROVABLE_DOCUMENTS, 'claim', approvable)],
})

export const claimTables = `create table claim (id bigint generated always as identity primary key, title text not null, cost_minor bigint,
  owner_id bigint references account, status text not null default 'draft', paid_times int not null default 0, version int not null default 1,
  ext jsonb not null default '{}', created_at timestamptz not null default now(), updated_at timestamptz not null default now())`

/** A member of staff: API client, account id and role id. */
export interface Person {
  call: Client
  id: number
  role: number
}

export async function hire(it: TestApp, permissions: readonly string[] | 'owner'): Promise<Person> {
  const call = await it.staff(permissions)
  const { body } = await call.get('/api/admin')
  return { call, id: body.id, role: body.role.id }
}

/** Permissions of staff who decide on claims: they see all claims and all approvals. */
export const boss = [
  'get claim',
  'see all claim',
  'approve claim',
  'get approval',
  'get approval delegation',
  'create approval delegation',
  'revoke approval delegation',
]
export const clerk = ['get claim', 'create claim', 'update claim', 'get approval']
