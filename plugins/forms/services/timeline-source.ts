import { sql } from 'stoa'
import { toRebuiltPage, type TimelineSource } from 'stoa/plugins/people'

/** Rebuilds the timeline events of submissions. */
export const submissionTimelineSource: TimelineSource = {
  async rebuild({ db, settings }, after, most) {
    const rows = await db.rows<{ id: number; person_id: number | null; user_id: number | null; form: string; at: string }>(sql`
    select s.id, s.person_id, s.user_id, coalesce(f.title->>s.language, f.title->>${settings.mainLanguage}, '') as form, s.created_at as at
    from form_submission s join form f on f.id = s.form_id where s.id > ${after} order by s.id limit ${most}`)
    return toRebuiltPage(rows, most, ({ id, person_id, user_id, form, at }) =>
      person_id === null
        ? undefined
        : {
            personId: person_id,
            what: 'form.submitted',
            params: { form },
            subject: id,
            actor: user_id === null ? { kind: 'guest' } : { kind: 'customer', id: user_id },
            dedupeKey: `form submission ${id}`,
            at: new Date(at),
          },
    )
  },
}
