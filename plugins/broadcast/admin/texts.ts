import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of broadcasts. */
export const useMessages = texts()

/** Messages of the audience input. */
export const useAudienceTexts = texts('audience')

/** Messages of the history page. */
export const useHistoryTexts = texts('history')

/** Messages of the e-mail report. */
export const useReportTexts = texts('report')
