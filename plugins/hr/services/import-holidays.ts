import { type Ctx, type Locale, message, pickTranslation, type Tx, validationError } from 'stoa'
import type { HolidayImport } from '../api-types.ts'
import { HolidayFileError } from './holiday-file/holiday-event.ts'
import { type HolidayFile, readHolidayFile } from './holiday-file/holiday-file.ts'
import { findSubstitutes } from '../domain/substitutes.ts'
import { hrHoliday } from '../resources/holiday.ts'
import { hrHolidayCalendar } from '../resources/holiday-calendar.ts'
import { findHolidays, type StoredHoliday } from './calendar-holidays.ts'

export interface ImportOptions {
  /** Language of the titles in the file. */
  language: Locale
  /** Kind of the holidays it adds. Existing ones keep theirs. */
  kind: 'statutory' | 'general' | 'company'
  dryRun: boolean
}

function readFile(bytes: Buffer): HolidayFile {
  try {
    return readHolidayFile(bytes)
  } catch (error) {
    if (error instanceof HolidayFileError) throw validationError({ file: message(`hr:file.${error.problem}`) })
    throw error
  }
}

/**
 * Adds the holidays of a file to a calendar as drafts. Files in several languages complete the same rows, which are found by date. The
 * row lock on the calendar runs two imports one after the other.
 */
export async function importHolidays(ctx: Ctx, calendarId: number, bytes: Buffer, o: ImportOptions): Promise<HolidayImport> {
  const file = readFile(bytes)
  const { kernel } = ctx
  return kernel.transaction(async (tx) => {
    const calendar = await kernel.resources.lockIn(tx, ctx, hrHolidayCalendar, calendarId)
    const stored = await findHolidays(tx, calendarId)
    const byDate = new Map(stored.map((holiday) => [holiday.date, holiday]))
    const added = file.days.filter(({ date }) => !byDate.has(date))
    const changed = file.days.flatMap(({ date, title }) => {
      const holiday = byDate.get(date)
      return holiday && holiday.title[o.language] !== title ? [{ date, title, holiday }] : []
    })
    if (!o.dryRun) {
      for (const day of added) await addHoliday(tx, ctx, calendarId, { ...day, ...o })
      for (const { title, holiday } of changed) await updateTitle(tx, ctx, holiday, { title, language: o.language })
    }
    const titles = new Map(added.map(({ date, title }) => [date, title]))
    const all = [...stored, ...added.map(({ date }) => ({ date, kind: o.kind, half_day: 'none' as const }))]
    const getTitle = (date: string) =>
      titles.get(date) ?? pickTranslation(byDate.get(date)?.title ?? {}, ctx.language, ctx.mainLanguage) ?? date
    return {
      format: file.format,
      dry_run: o.dryRun,
      added: added.map(({ date, title }) => ({ date, title })),
      changed: changed.map(({ date, title, holiday }) => ({ date, title, before: holiday.title[o.language] ?? '' })),
      unchanged: file.days.length - added.length - changed.length,
      errors: file.errors.map(({ line, problem }) => ({
        line,
        reason: kernel.i18n.t(ctx.interfaceLanguage ?? ctx.language, `hr:file.${problem}`),
      })),
      substitutes: findSubstitutes(all, calendar.rest_weekdays).map((day) => ({ ...day, title: getTitle(day.for) })),
    }
  })
}

/** The main language needs a title too, so a file in another language fills both until a file in the main language replaces it. */
async function addHoliday(
  tx: Tx,
  ctx: Ctx,
  calendarId: number,
  { date, title, language, kind }: { date: string; title: string; language: Locale; kind: ImportOptions['kind'] },
): Promise<void> {
  const titles = { [ctx.mainLanguage]: title, [language]: title }
  await ctx.kernel.resources.createIn(tx, ctx, hrHoliday, { calendar_id: calendarId, date, title: titles, kind }, { source: 'import' })
}

async function updateTitle(
  tx: Tx,
  ctx: Ctx,
  holiday: StoredHoliday,
  { title, language }: { title: string; language: Locale },
): Promise<void> {
  const titles = { ...holiday.title, [language]: title }
  await ctx.kernel.resources.updateIn(tx, ctx, hrHoliday, holiday.id, { title: titles }, { source: 'import' })
}
