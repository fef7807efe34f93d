import { createContext, use } from 'react'
import type { Locale } from 'stoa/api-types'

/** Language a form is being written in, and the one every other language falls back to. */
export interface ContentLanguage {
  language: Locale
  main: Locale
}

export const ContentLanguageContext = createContext<ContentLanguage>({ language: 'en-US', main: 'en-US' })

/** Language the form around is being written in. */
export const useContentLanguage = (): ContentLanguage => use(ContentLanguageContext)
