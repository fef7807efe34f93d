import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of broadcasts. */
export const useMessages = texts()

/** Texts of who gets a broadcast. */
export const useAudienceTexts = texts('audience')

/** Texts of what became of a broadcast. */
export const useHistoryTexts = texts('history')

/** Texts of how broadcasts of a span of days did. */
export const useReportTexts = texts('report')
