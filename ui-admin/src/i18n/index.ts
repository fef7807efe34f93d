import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { Locale } from 'stoa/api-types'
import { cookieLanguage, keepLanguage } from '../state/language.ts'
import en from './en-US.json'
import { messageLoaders } from './plugin-messages.ts'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof en }
  }
}

// English is the fallback and part of the bundle; other languages are loaded on demand.
const others: Record<Exclude<Locale, 'en-US'>, () => Promise<{ default: object }>> = {
  'zh-HK': () => import('./zh-HK.json'),
  'zh-CN': () => import('./zh-CN.json'),
}

async function load(language: Locale): Promise<void> {
  if (language === 'en-US' || i18next.hasResourceBundle(language, 'translation')) return
  i18next.addResourceBundle(language, 'translation', (await others[language]()).default)
}

/** Initializes the messages in the language of the cookie. */
export async function startTexts(): Promise<void> {
  const language = cookieLanguage() ?? 'en-US'
  await i18next.use(initReactI18next).init({
    lng: 'en-US',
    fallbackLng: 'en-US',
    resources: { 'en-US': { translation: en } },
    interpolation: { escapeValue: false },
  })
  await switchTexts(language)
}

/** Switches the language. */
export async function switchTexts(language: Locale): Promise<void> {
  await Promise.all([load(language), ...[...messageLoaders].map((prepare) => prepare(language))])
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

/** Switches and stores the language. */
export async function chooseLanguage(language: Locale): Promise<void> {
  // The server reads the cookie, so requests after the next render must send it.
  keepLanguage(language)
  await switchTexts(language)
}

/** Registers a listener for language changes. */
export function whenLanguageChanges(act: () => void): void {
  i18next.on('languageChanged', act)
}

/** Message of the shell by key. In components prefer `useT`, which rerenders on a language change. */
export const t = i18next.t.bind(i18next)

/** The current language of the admin. */
export const spokenLanguage = (): Locale => i18next.language as Locale

/** Messages of the shell in a component. */
export function useT(): { t: typeof i18next.t; language: Locale } {
  const { t: text, i18n } = useTranslation()
  return { t: text as typeof i18next.t, language: i18n.language as Locale }
}

/** Lower-cases a name for use within a sentence: "Blog category" becomes "blog category", "SKU" stays. */
export function inSentence(name: string): string {
  return /^[A-Z][a-z]/.test(name) ? name.charAt(0).toLowerCase() + name.slice(1) : name
}
