import type { Knex } from 'knex'
import { tables } from 'stoa/migrations'

const made = tables({
  topic: {
    title: "jsonb not null default '{}'",
    key: 'text not null constraint topic_key_unique unique',
    description: "jsonb not null default '{}'",
    version: 'int not null default 1',
  },
})

/** Topics of news; whoever was suppressed is so for all of them; how addresses of one channel and topic are read at once. */
export async function up(knex: Knex): Promise<void> {
  await made.up(knex)
  await knex.raw(`
    -- It comes with the table: a shop that has nothing else is still empty.
    insert into topic (key, title, ext) values ('marketing',
      jsonb_build_object('en-US', 'News and offers', 'zh-HK', '最新消息及優惠', 'zh-CN', '最新消息和优惠'), jsonb_build_object('given', true));
    insert into consent (person_id, address_norm, channel, topic, state, reason, source, at)
      select person_id, address_norm, channel, '*', state, reason, source, at from (
        select distinct on (address_norm, channel, topic) * from consent order by address_norm, channel, topic, id desc) last
      where state = 'suppressed' order by id;
    alter table consent add constraint consent_channel_check check (channel in ('email', 'sms'));
    create index consent_said on consent (channel, address_norm, id desc) include (topic, state);
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(
    `drop index consent_said; alter table consent drop constraint consent_channel_check; delete from consent where topic = '*'`,
  )
  await made.down(knex)
}
