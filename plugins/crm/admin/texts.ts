import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of contacts and leads. */
export const useMessages = texts()

/** Messages of the board of a funnel. */
export const useBoardTexts = texts('board')

/** Messages of the CRM dashboard. */
export const useDashboardTexts = texts('dashboard')
