import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'
import type enSelfService from './locales/self-service/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

const selfService = await loadMessages<typeof enSelfService>((language) => import(`./locales/self-service/${language}.json`))

/** Messages of the import of holidays. */
export const useMessages = messages()

/** Messages of self-service. */
export const useSelfServiceMessages = selfService()
