import { Button } from '@blueprintjs/core'
import { Duplicate } from '@blueprintjs/icons'
import type { FieldInfo, Locale, Row } from 'stoa/api-types'
import { useT } from '../i18n/index.ts'
import { history, useSession } from '../state/session.ts'
import { completeness, languageName } from './localized.ts'

/** URL of the same page in another content language; the main language needs no parameter. */
export function languageAddress(language: Locale, main: Locale): string {
  const search = new URLSearchParams(history.location.search)
  if (language === main) search.delete('language')
  else search.set('language', language)
  const text = search.toString()
  return history.location.pathname + (text ? `?${text}` : '')
}

/** The content languages, each with its translation status. Switching replaces the history entry, so that Back leaves the record. */
export function LanguageBar({
  fields,
  row,
  language,
  copyMissing,
}: {
  fields: FieldInfo[]
  row: Row | undefined
  language: Locale
  copyMissing?: () => void
}) {
  const { t } = useT()
  const { languages, site } = useSession().manifest
  const main = site.main_language
  const lacking = copyMissing && language !== main && completeness(fields, row, language, main) !== 'complete'
  return (
    <div className="language-row">
      <div className="language-bar" role="group" aria-label={t('form.language')}>
        {languages.map(({ code, name }) => {
          const state = completeness(fields, row, code, site.main_language)
          return (
            <button
              key={code}
              type="button"
              lang={code}
              aria-pressed={code === language}
              onClick={() => code !== language && history.replace(languageAddress(code, site.main_language))}
            >
              <span className={`dot is-${state}`} title={t(`form.${state}`)} />
              {name}
              <span className="sr-only">, {t(`form.${state}`)}</span>
            </button>
          )
        })}
      </div>
      {lacking && (
        <Button variant="minimal" size="small" icon={<Duplicate size={12} aria-hidden />} onClick={copyMissing}>
          {t('form.copyMissing', { language: languageName(languages, main) })}
        </Button>
      )}
    </div>
  )
}
