import { loadMessages } from 'stoa/admin'
import type en from './locales/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`./locales/${language}.json`))

/** Messages of leave. */
export const useMessages = messages()

/** Days with their unit, such as "2.5 days". */
export function useDaysText(): (days: number) => string {
  const say = useMessages()
  return (days) => say(days === 1 ? 'day' : 'days', { n: String(days) })
}
