import { type Ctx, locales, pickTranslation, sql, type Tx } from 'stoa'
import { findSubstitutes } from '../domain/substitutes.ts'
import { findHolidays } from './calendar-holidays.ts'

/** Adds the missing substitute days of a calendar as drafts. The row lock of the action runs two calls one after the other. */
export async function addSubstitutes({
  tx,
  ctx,
  row,
}: {
  tx: Tx
  ctx: Ctx
  row: { id: number; rest_weekdays: readonly number[] }
}): Promise<void> {
  const { kernel, mainLanguage } = ctx
  const holidays = await findHolidays(tx, row.id)
  const byDate = new Map(holidays.map((holiday) => [holiday.date, holiday]))
  for (const { for: holidayDate, date } of findSubstitutes(holidays, row.rest_weekdays)) {
    const holiday = byDate.get(holidayDate)
    if (!holiday) continue
    const title = Object.fromEntries(
      locales.map((language) => {
        const name = pickTranslation(holiday.title, language, mainLanguage)
        return [language, kernel.i18n.t(language, 'hr:substitute', { title: name }).slice(0, 200)]
      }),
    )
    const { id } = await kernel.resources.createIn(tx, ctx, 'hr_holiday', { calendar_id: row.id, date, title, kind: 'statutory' })
    await tx.run(sql`update hr_holiday set substitute_for_id = ${holiday.id} where id = ${id}`)
  }
}
