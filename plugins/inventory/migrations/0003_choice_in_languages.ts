import type { Knex } from 'knex'

/** What a counted stock is was kept in the shop's main language alone, and read in it by everybody. Older counts say it in each as they did. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stocktake_line alter options drop default;
    alter table stocktake_line alter options type jsonb using
      case when options = '' then '{}' else jsonb_build_object('en-US', options, 'zh-HK', options, 'zh-CN', options) end;
    alter table stocktake_line alter options set default '{}'
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table stocktake_line alter options drop default;
    alter table stocktake_line alter options type text using coalesce(options ->> 'en-US', options ->> 'zh-HK', options ->> 'zh-CN', '');
    alter table stocktake_line alter options set default ''
  `)
}
