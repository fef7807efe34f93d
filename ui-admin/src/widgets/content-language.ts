import { createContext, use } from 'react'
import type { Locale } from 'stoa/api-types'

/** The edited language of a form, and the main language as fallback. */
export interface ContentLanguage {
  language: Locale
  main: Locale
}

export const ContentLanguageContext = createContext<ContentLanguage>({ language: 'en-US', main: 'en-US' })

/** The edited language of the surrounding form. */
export const useContentLanguage = (): ContentLanguage => use(ContentLanguageContext)
