import { Card, HTMLSelect } from '@blueprintjs/core'
import { useEffect, type ReactNode } from 'react'
import type { Locale } from 'stoa/api-types'
import { chooseLanguage, useT } from '../i18n/index.ts'
import { interfaceLanguages } from '../state/language.ts'
import { Mark } from '../shell/mark.tsx'

/** A page outside the admin frame: one centred card with a language menu. */
export function EntryCard({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) {
  const { t, language } = useT()
  useEffect(() => {
    document.title = `${title} – Stoa`
  }, [title])
  return (
    <div className="entry">
      <main className="entry-main">
        <div className="entry-brand">
          <Mark size={36} />
          <span>Stoa</span>
        </div>
        <Card className="entry-card" elevation={2}>
          <h1>{title}</h1>
          {lead && <p className="quiet">{lead}</p>}
          {children}
        </Card>
        <HTMLSelect
          minimal
          aria-label={t('shell.language')}
          value={language}
          onChange={(event) => void chooseLanguage(event.target.value as Locale)}
          options={interfaceLanguages.map(({ code, name }) => ({ value: code, label: name }))}
        />
      </main>
    </div>
  )
}
