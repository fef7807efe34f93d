import { createInstance } from 'i18next'
import type { Locale } from '../../../core/wire.ts'
import type { Translate } from '../kit/types.ts'

/** Texts of one language: `shell` and one entry per plugin, nested as deep as they like. */
export interface Messages {
  [key: string]: string | Messages
}

/** Names of the languages in themselves, for the switch. */
export const languageNames: Record<Locale, string> = {
  'en-US': 'English',
  'zh-HK': '繁體中文',
  'zh-CN': '简体中文',
}

/** A translator of its own for each visitor: a shared one would leak one person's language into another's page. */
export const createTranslate = (language: Locale, texts: Messages): Translate => {
  const i18n = createInstance()
  void i18n.init({
    lng: language,
    fallbackLng: false,
    ns: 'texts',
    defaultNS: 'texts',
    resources: { [language]: { texts } },
    initAsync: false,
    interpolation: { escapeValue: false },
  })
  return (key, values) => i18n.t(key, { ...values })
}
