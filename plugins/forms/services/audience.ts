import { validationError, sql, message } from 'stoa'
import { type Audience, getChosenIds } from 'stoa/plugins/people'

/** Audience type: submitters of forms with an e-mail address. */
export const answered: Audience = {
  title: 'forms:audience.answered',
  needs: 'get form submission',
  inputs: { forms: { kind: 'rows', of: 'form', label: 'forms:form._plural' } },
  peopleSql(_ctx, _db, input, channel) {
    const ids = getChosenIds(input, 'forms')
    if (!ids) throw validationError({ audience: message('core:rule.required') })
    return sql`select t.person_id, null::bigint as contact_id, ${channel === 'sms' ? sql`null::text` : sql`t.email`} as address, t.language,
        t.name as first_name, ''::text as last_name, ''::text as company
      from form_submission t where t.form_id = any(${ids}::bigint[]) and t.status not in ('rejected', 'abnormal')`
  },
}
