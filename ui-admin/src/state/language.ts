import type { Language, Locale } from 'stoa/api-types'

/** Languages of the interface under their own names. */
export const interfaceLanguages: Language[] = [
  { code: 'en-US', name: 'English' },
  { code: 'zh-HK', name: '繁體中文' },
  { code: 'zh-CN', name: '简体中文' },
]

const COOKIE = 'admin_language'
const YEAR_SECONDS = 31_536_000

/** The language kept in the cookie, if it is one we speak. */
export function cookieLanguage(): Locale | undefined {
  const value = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.split('=')[1]
  return interfaceLanguages.find((language) => language.code === value)?.code
}

/** Keeps the language for the next visit. */
export function keepLanguage(language: Locale): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  document.documentElement.lang = language
}
