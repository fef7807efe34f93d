import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

/** What waits is kept when people and roles go: their names stand in audit and steps. */
const made = tables({
  approval_rule: {
    kind: 'text not null',
    from_amount_minor: 'bigint',
    step: 'int not null default 1',
    role_id: 'bigint not null references role (id)',
    enabled: 'boolean not null default true',
    version: 'int not null default 1',
  },
  approval: {
    kind: 'text not null',
    subject_type: 'text not null',
    subject_id: 'bigint not null',
    title: 'text not null',
    amount_minor: 'bigint',
    link: 'text not null',
    requested_by: 'bigint references account (id) on delete set null',
    own_ids: "bigint[] not null default '{}'",
    status:
      "text not null default 'pending' constraint approval_status_known check (status in ('pending', 'approved', 'rejected', 'canceled'))",
    reason: "text not null default ''",
    decided_at: 'timestamptz',
    version: 'int not null default 1',
  },
  approval_step: {
    approval_id: 'bigint not null references approval (id) on delete cascade',
    position: 'int not null',
    role_id: 'bigint references role (id) on delete set null',
    role: 'text not null',
    status:
      "text not null constraint approval_step_status_known check (status in ('to_do', 'pending', 'approved', 'rejected', 'canceled'))",
    since: 'timestamptz',
    decided_by: 'bigint references account (id) on delete set null',
    decided_for: 'bigint references account (id) on delete set null',
    decided_at: 'timestamptz',
    reason: "text not null default ''",
    reminded_on: 'date',
  },
  approval_delegation: {
    giver_id: 'bigint not null references account (id) on delete cascade',
    deputy_id: 'bigint not null references account (id) on delete cascade',
    starts_on: 'date not null',
    ends_on: 'date not null',
    reason: "text not null default ''",
    revoked_at: 'timestamptz',
  },
})

export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  // One request of a subject waits at a time, and one step of a request.
  await knex.raw(`create unique index approval_waiting_unique on approval (kind, subject_id) where status = 'pending'`)
  await knex.raw(`create index approval_subject on approval (kind, subject_id, id)`)
  await knex.raw(`create unique index approval_step_waiting_unique on approval_step (approval_id) where status = 'pending'`)
  await knex.raw(`create index approval_step_reminders on approval_step (since) where status = 'pending'`)
  await knex.raw(`alter table approval_step add constraint approval_step_position_unique unique (approval_id, position)`)
  await knex.raw(
    `alter table approval_delegation add constraint approval_delegation_in_order check (ends_on >= starts_on and giver_id <> deputy_id)`,
  )
  await knex.raw(`create index approval_rule_kind on approval_rule (kind) where enabled`)
}

export const { down } = made
