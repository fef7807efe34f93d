import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  crm_tag: {
    name: 'text not null constraint crm_tag_name_unique unique',
    colour: "text not null default '#4f7cac'",
    version: 'int not null default 1',
  },
  crm_group: {
    name: 'text not null constraint crm_group_name_unique unique',
    description: "text not null default ''",
    kind: "text not null default 'static' constraint crm_group_kind_check check (kind in ('static', 'dynamic'))",
    filter: "jsonb not null default '{}'",
    version: 'int not null default 1',
  },
  crm_contact: {
    name: 'text not null',
    first_name: "text not null default ''",
    last_name: "text not null default ''",
    company: "text not null default ''",
    job_title: "text not null default ''",
    email: 'text',
    country_code: 'text',
    phone: 'text',
    phone_norm: 'text',
    gender: 'text',
    birthday: 'date',
    country: 'text',
    address: "text not null default ''",
    spoken_language: 'text',
    owner_id: 'bigint references account on delete set null',
    source: 'text not null',
    remark: "text not null default ''",
    person_id: 'bigint references person',
    merged_into_id: 'bigint references crm_contact',
    version: 'int not null default 1',
  },
  crm_funnel: {
    url: 'text not null constraint crm_funnel_url_unique unique',
    title: "jsonb not null default '{}'",
    content: "jsonb not null default '{}'",
    status: "text not null default 'draft'",
    default_owner_id: 'bigint references account on delete set null',
    // Who got the last lead that nobody was named for.
    turn: 'bigint',
    created_by: 'bigint references account on delete set null',
    version: 'int not null default 1',
  },
  crm_stage: {
    funnel_id: 'bigint not null references crm_funnel on delete cascade',
    title: "jsonb not null default '{}'",
    kind: "text not null default 'open' constraint crm_stage_kind_check check (kind in ('open', 'won', 'lost'))",
    probability: 'int constraint crm_stage_probability_check check (probability between 0 and 100)',
    rot_days: 'int constraint crm_stage_rot_days_check check (rot_days > 0)',
    order: 'int not null default 0',
  },
  crm_lead: {
    number: 'text not null constraint crm_lead_number_unique unique',
    title: 'text not null',
    funnel_id: 'bigint not null references crm_funnel',
    stage_id: 'bigint not null references crm_stage',
    contact_id: 'bigint references crm_contact',
    owner_id: 'bigint references account on delete set null',
    amount_minor: 'bigint constraint crm_lead_amount_check check (amount_minor >= 0)',
    source: 'text not null',
    source_detail: "text not null default ''",
    expected_close: 'date',
    status:
      "text not null default 'to_do' constraint crm_lead_status_check check (status in ('to_do', 'process', 'completed', 'canceled', 'abnormal'))",
    position: 'numeric not null',
    stage_since: 'timestamptz not null',
    rots_at: 'timestamptz',
    closed_at: 'timestamptz',
    lost_reason: "text constraint crm_lead_lost_reason_check check (lost_reason is not null or status <> 'canceled')",
    lost_note: "text not null default ''",
    version: 'int not null default 1',
  },
  crm_reminder: {
    lead_id: 'bigint references crm_lead on delete cascade',
    contact_id: 'bigint references crm_contact on delete cascade',
    remind_at: 'timestamptz not null',
    text: 'text not null',
    account_id: 'bigint references account on delete set null',
    done: 'boolean not null default false',
    told_at: 'timestamptz',
  },
})

/** Contacts with groups and tags, funnels with stages, leads with every step they took, reminders. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    create sequence crm_lead_number_seq;
    -- One person is one row; a contact that was merged into another counts no more.
    create unique index crm_contact_email_unique on crm_contact (email) where merged_into_id is null;
    create unique index crm_contact_person_id_unique on crm_contact (person_id) where merged_into_id is null;
    create index crm_contact_phone on crm_contact (phone_norm) where phone_norm is not null;
    create index crm_lead_board on crm_lead (stage_id, position, id);
    create index crm_lead_rots on crm_lead (rots_at) where rots_at is not null;
    create index crm_reminder_due on crm_reminder (remind_at) where not done;
    alter table crm_reminder add constraint crm_reminder_of check (num_nonnulls(lead_id, contact_id) = 1);

    create table crm_group_member (
      group_id bigint not null references crm_group on delete cascade,
      contact_id bigint not null references crm_contact on delete cascade,
      "order" int not null default 0,
      added_at timestamptz not null default now(),
      primary key (contact_id, group_id)
    );
    create index crm_group_member_group on crm_group_member (group_id);
    create table crm_contact_tag (
      tag_id bigint not null references crm_tag on delete cascade,
      contact_id bigint not null references crm_contact on delete cascade,
      "order" int not null default 0,
      primary key (contact_id, tag_id)
    );
    create index crm_contact_tag_tag on crm_contact_tag (tag_id);
    create table crm_lead_tag (
      tag_id bigint not null references crm_tag on delete cascade,
      lead_id bigint not null references crm_lead on delete cascade,
      "order" int not null default 0,
      primary key (lead_id, tag_id)
    );
    create index crm_lead_tag_tag on crm_lead_tag (tag_id);

    -- Every step of a lead; rows are only added. The newest one says where it stands.
    create table crm_stage_move (
      id bigint generated always as identity primary key,
      lead_id bigint not null references crm_lead on delete cascade,
      -- Stages may go; what was moved through them stays, with what they were called.
      from_stage_id bigint,
      to_stage_id bigint not null,
      from_kind text,
      to_kind text not null,
      to_title jsonb not null,
      moved_by text not null,
      moved_at timestamptz not null,
      seconds_in_from numeric not null constraint crm_stage_move_seconds_check check (seconds_in_from >= 0),
      note text not null default ''
    );
    create index crm_stage_move_lead on crm_stage_move (lead_id, id);
    create index crm_stage_move_to on crm_stage_move (to_stage_id, lead_id);
    -- A lead begins once.
    create unique index crm_stage_move_first on crm_stage_move (lead_id) where from_stage_id is null;

    -- What a merge moved, so that it can be taken back.
    create table crm_contact_merge (
      id bigint generated always as identity primary key,
      survivor_id bigint not null references crm_contact on delete cascade,
      loser_id bigint not null references crm_contact on delete cascade,
      moved jsonb not null,
      merged_by text not null,
      merged_at timestamptz not null default now(),
      undone_at timestamptz
    );
    create index crm_contact_merge_survivor on crm_contact_merge (survivor_id);
    create index crm_contact_merge_loser on crm_contact_merge (loser_id);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table crm_contact_merge, crm_stage_move, crm_lead_tag, crm_contact_tag, crm_group_member')
  await made.down(knex)
  await knex.raw('drop sequence crm_lead_number_seq')
}
