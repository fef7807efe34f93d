import { validationError, locales, sql, message } from 'stoa'
import { type Audience, getChosenIds } from './audiences.ts'

/** Customers of the shop: all, those in groups, or those with a language. */
export const customerAudience: Audience = {
  title: 'people:audience.customers',
  needs: 'get customer',
  inputs: {
    groups: { kind: 'rows', of: 'customer_group', label: 'people:audience.customer_groups', optional: true },
    language: { kind: 'pick', options: locales, label: 'people:audience.language', optional: true },
  },
  peopleSql(_ctx, _db, chosen, channel) {
    const groups = getChosenIds(chosen, 'groups')
    const language = chosen.language === undefined || chosen.language === '' ? null : String(chosen.language)
    if (language !== null && !(locales as readonly string[]).includes(language))
      throw validationError({ language: message('core:rule.choice') })
    return sql`select t.person_id, null::bigint as contact_id, ${channel === 'sms' ? sql`t.phone_norm` : sql`t.email`} as address, t.language,
        t.first_name, t.last_name, ''::text as company
      from customer t where t.enabled and (${groups ?? null}::bigint[] is null or t.group_id = any(${groups ?? null}::bigint[]))
        and (${language}::text is null or t.language = ${language})`
  },
}
