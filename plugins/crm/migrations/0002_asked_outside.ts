import type { Knex } from 'knex'

/** Funnels that are open to visitors, and where leads came from and what won them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- Of other plugins, which may be away: nothing holds these ids to their rows.
    alter table crm_funnel add column form_id bigint, add column landing_page_id bigint;
    alter table crm_lead
      add column enquiry text not null default '',
      add column form_submission_id bigint constraint crm_lead_form_submission_id_unique unique,
      add column order_number text constraint crm_lead_order_number_unique unique;
    create index crm_lead_waiting on crm_lead (contact_id, id) where status in ('to_do', 'process');
  `)
}

export async function down(knex: Knex): Promise<void> {
  await knex.raw(`
    drop index crm_lead_waiting;
    alter table crm_lead drop column enquiry, drop column form_submission_id, drop column order_number;
    alter table crm_funnel drop column form_id, drop column landing_page_id;
  `)
}
