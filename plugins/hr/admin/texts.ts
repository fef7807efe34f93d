import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'
import type enSelfService from './locales/self-service/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

const selfService = await textsFrom<typeof enSelfService>((language) => import(`./locales/self-service/${language}.json`))

/** Messages of the import of holidays. */
export const useMessages = texts()

/** Messages of self-service. */
export const useSelfServiceMessages = selfService()
