import { textsFrom } from 'stoa/admin'
import type en from './locales/en-US.json'

const texts = await textsFrom<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of attendance. */
export const useMessages = texts()

/** Messages of the punch card. */
export const usePunchMessages = texts('punch')

/** Messages of the appeal form. */
export const useAppealMessages = texts('form')

/** Messages of the import of punches. */
export const useImportMessages = texts('import')

/** Messages of the recalculation. */
export const useRangeMessages = texts('range')
