import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of payrolls and payslips. */
export const useMessages = messages()

/** Names of the figures that explain a line. */
export const useFactMessages = messages('fact')
