import type { Locale } from '#core/wire'
import { useT } from '../i18n/index.ts'

type Values = Record<string, string | number>

const fill = (text: string, values: Values): string =>
  text.replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(values[name] ?? whole))

/**
 * Texts of a plugin's own screen in all three languages; answers the hook that speaks them.
 *
 *     const useTexts = defineTexts({ 'en-US': { title: 'Print' }, 'zh-HK': { title: '列印' }, 'zh-CN': { title: '打印' } })
 */
export function defineTexts<K extends string>(texts: Record<Locale, Record<K, string>>) {
  return function useTexts(): (key: K, values?: Values) => string {
    const { language } = useT()
    return (key, values = {}) => fill(texts[language]?.[key] ?? texts['en-US'][key], values)
  }
}
