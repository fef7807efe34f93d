import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'
import type enRoster from './locales/roster/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

const roster = await loadMessages<typeof enRoster>((language) => import(`./locales/roster/${language}.json`))

/** Messages of attendance. */
export const useMessages = messages()

/** Messages of the punch card. */
export const usePunchMessages = messages('punch')

/** Messages of the appeal form. */
export const useAppealMessages = messages('form')

/** Messages of the import of punches. */
export const useImportMessages = messages('import')

/** Messages of the recalculation. */
export const useRangeMessages = messages('range')

/** Messages of the roster. */
export const useRosterMessages = roster()

/** Messages of the own roster. */
export const useMyRosterMessages = messages('my_roster')
