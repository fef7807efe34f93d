import { Button, HTMLSelect } from '@blueprintjs/core'
import { CloudUpload } from '@blueprintjs/icons'
import type { Locale, ResourceInfo } from 'stoa/api-types'
import { download, DropZone, notifyFailure, useSession, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'

/** First step: choose the file and the language of its texts. */
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
  const say = useMessages()
  const { languages } = useSession().manifest
  const template = () =>
    void download(`sheet/${resource.name}/template`, { language }, `${resource.name} template.xlsx`).catch((error: unknown) =>
      notifyFailure(t('failure.export'), error),
    )
  return (
    <>
      <DropZone className="drop" accept=".xlsx,.csv,.json,.ndjson,.vcf" onFiles={([file]) => void (file && take(file))}>
        {({ pick }) => (
          <>
            <CloudUpload size={28} aria-hidden />
            <div>{say('drop')}</div>
            <Button intent="primary" loading={busy} autoFocus onClick={pick}>
              {t('widget.chooseFile')}
            </Button>
            <div className="quiet small">{say('limit')}</div>
          </>
        )}
      </DropZone>
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
