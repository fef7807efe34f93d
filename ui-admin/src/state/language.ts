import type { Language, Locale } from 'stoa/api-types'

/** Interface languages with their native names. */
export const interfaceLanguages: Language[] = [
  { code: 'en-US', name: 'English' },
  { code: 'zh-HK', name: '繁體中文' },
  { code: 'zh-CN', name: '简体中文' },
]

const COOKIE = 'admin_language'
const YEAR_SECONDS = 31_536_000

/** The language of the cookie, if it is supported. */
export function cookieLanguage(): Locale | undefined {
  const value = document.cookie
    .split('; ')
    .find((part) => part.startsWith(`${COOKIE}=`))
    ?.split('=')[1]
  return interfaceLanguages.find((language) => language.code === value)?.code
}

/** Stores the language in the cookie. */
export function keepLanguage(language: Locale): void {
  document.cookie = `${COOKIE}=${language}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  document.documentElement.lang = language
}
