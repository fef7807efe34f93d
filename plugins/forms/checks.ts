import { type Kernel, sql } from 'stoa'

/** Invariants of forms. */
export const checks = {
  'forms count what was sent': async ({ db }: Kernel) =>
    (
      await db.rows<{ url: string }>(sql`select f.url from form f
        where f.submit_count <> (select count(*) from form_submission s where s.form_id = f.id) limit 20`)
    ).map(({ url }) => url),
  'every form has a version to answer': async ({ db }: Kernel) =>
    (
      await db.rows<{ url: string }>(sql`select f.url from form f
        where not exists (select from form_shape s where s.form_id = f.id and s.form_version = f.form_version) limit 20`)
    ).map(({ url }) => url),
}
