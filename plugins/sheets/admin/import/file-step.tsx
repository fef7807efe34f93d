import { Button, HTMLSelect } from '@blueprintjs/core'
import { CloudUpload } from '@blueprintjs/icons'
import { useRef, useState } from 'react'
import type { Locale, ResourceInfo } from '#core/wire'
import { download, notifyFailure, useSession, useT } from '../../../../ui-admin/src/kit/index.ts'
import { useTexts } from '../texts.ts'

/** First step: which file, and in which language its texts are. */
export function FileStep({
  resource,
  language,
  setLanguage,
  take,
  busy,
}: {
  resource: ResourceInfo
  language: Locale
  setLanguage: (language: Locale) => void
  take: (file: File) => void
  busy: boolean
}) {
  const { t } = useT()
  const say = useTexts()
  const { languages } = useSession().manifest
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const template = () =>
    void download(`${resource.name}/import/template`, { language }, `${resource.name} template.xlsx`).catch((error: unknown) =>
      notifyFailure(t('failure.export'), error),
    )
  return (
    <>
      <div
        className={over ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault()
          setOver(false)
          const file = event.dataTransfer.files[0]
          if (file) take(file)
        }}
      >
        <CloudUpload size={28} aria-hidden />
        <div>{say('drop')}</div>
        <input
          ref={input}
          type="file"
          hidden
          accept=".xlsx,.csv,.json,.ndjson"
          onChange={(event) => {
            const file = event.target.files?.[0]
            if (file) take(file)
            event.target.value = ''
          }}
        />
        <Button intent="primary" loading={busy} autoFocus onClick={() => input.current?.click()}>
          {t('widget.chooseFile')}
        </Button>
        <div className="quiet small">{say('limit')}</div>
      </div>
      <div className="import-options">
        {resource.localized && (
          <label>
            {say('language')}{' '}
            <HTMLSelect
              value={language}
              onChange={(event) => setLanguage(event.target.value as Locale)}
              options={languages.map(({ code, name }) => ({ value: code, label: name }))}
            />
          </label>
        )}
        <Button variant="minimal" onClick={template}>
          {say('template')}
        </Button>
      </div>
    </>
  )
}
