import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of contacts and leads. */
export const useMessages = messages()

/** Messages of the board of a funnel. */
export const useBoardTexts = messages('board')

/** Messages of the CRM dashboard. */
export const useDashboardTexts = messages('dashboard')
