import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Texts of contacts and leads. */
export const useMessages = texts()

/** Texts of a funnel's board. */
export const useBoardTexts = texts('board')

/** Texts of how leads do. */
export const useDashboardTexts = texts('dashboard')
