import type { Knex } from 'knex'

/**
 * The form and the approval of a service are fields that the plugin of applications adds; their values move to where it keeps them. A product
 * says of itself only whether it is sold by application.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product add by_application boolean not null default false;
    update product set by_application = type = 'service', ext = ext || jsonb_build_object('service', coalesce(ext->'service', '{}')
        || jsonb_build_object('is_approval_required', is_approval_required, 'form_id', form_id))
      where is_approval_required or form_id is not null;
    alter table product drop is_approval_required, drop form_id;
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    alter table product add is_approval_required boolean not null default false, add form_id bigint;
    update product set is_approval_required = coalesce((ext->'service'->>'is_approval_required')::boolean, false),
      form_id = (ext->'service'->>'form_id')::bigint, ext = ext - 'service' where ext->'service' is not null;
    alter table product drop by_application;
  `)
}
