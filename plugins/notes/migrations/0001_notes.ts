import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  note: {
    subject: 'text not null',
    subject_id: 'bigint not null',
    author_id: 'bigint references account on delete set null',
    signed: 'text not null',
    body: 'text not null',
    edited_at: 'timestamptz',
    removed_at: 'timestamptz',
    removed_by: 'text',
    version: 'int not null default 1',
  },
  note_file: {
    note_id: 'bigint not null references note on delete cascade',
    file: 'bigint references file',
  },
  notice: {
    account_id: 'bigint not null references account on delete cascade',
    kind: 'text not null',
    subject: 'text',
    subject_id: 'bigint',
    who: 'text not null',
    params: "jsonb not null default '{}'",
    dedupe_key: 'text',
    read_at: 'timestamptz',
    mailed_at: 'timestamptz',
  },
})

/** Notes by what they are about, with their files and whom they name; notices to members of staff, and who gets them by mail too. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw('create index note_about on note (subject, subject_id, id)')
  await knex.raw(`create table note_mention (
    note_id bigint not null references note on delete cascade,
    account_id bigint not null references account on delete cascade,
    "order" int not null default 0,
    primary key (note_id, account_id)
  )`)
  await knex.raw('create index note_mention_account on note_mention (account_id)')
  await knex.raw('create index notice_of on notice (account_id, id)')
  await knex.raw('create index notice_unread on notice (account_id, id) where read_at is null')
  await knex.raw('create unique index notice_once on notice (account_id, kind, dedupe_key)')
  await knex.raw('create index notice_key on notice (kind, dedupe_key)')
  await knex.raw(`create table notice_mail (
    account_id bigint primary key references account on delete cascade,
    language text not null
  )`)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw('drop table notice_mail')
  await knex.raw('drop table note_mention')
  await made.down(knex)
}
