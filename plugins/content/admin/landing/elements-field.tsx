import { Button, Spinner } from '@blueprintjs/core'
import { Draw } from '@blueprintjs/icons'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { api, type InputProps, useContentLanguage, useSession } from 'stoa/admin'
import { outline, readElements } from './elements.ts'
import './elements-field.css'
import { useElementNames, useMessages } from './messages.ts'

// Lazy-loaded, because the builder is larger than the rest of the admin.
const Builder = lazy(() => import('./builder.tsx'))

/** Form field for the elements of a landing page: an outline, and a button that opens the builder. */
export default function ElementsField({ id, value, onChange, disabled, field, row }: InputProps) {
  const say = useMessages()
  const getName = useElementNames()
  const { languages } = useSession().manifest
  const contentLanguage = useContentLanguage()
  const [open, setOpen] = useState(false)
  const page = useMemo(() => readElements(value), [value])
  const lines = outline(page)
  const rowId = Number(row?.['id'] ?? 0)
  const preview = useQuery({
    queryKey: ['landing-preview', rowId],
    queryFn: () => api<{ url: string }>(`landing_page/${rowId}/preview`),
    enabled: rowId > 0,
  })
  const locked = (disabled ?? false) || field.readOnly
  const stored = row?.['elements'] as Record<string, unknown> | undefined
  const fromMain =
    contentLanguage && contentLanguage.language !== contentLanguage.main && lines.length === 0 ? stored?.[contentLanguage.main] : undefined
  const mainName = languages.find((language) => language.code === contentLanguage?.main)?.name ?? ''
  return (
    <div id={id} className="elements-field" tabIndex={-1}>
      <div className="check-row">
        <Button size="large" intent={locked ? 'none' : 'primary'} icon={<Draw aria-hidden />} onClick={() => setOpen(true)}>
          {say(locked ? 'look' : 'open')}
        </Button>
        {fromMain !== undefined && !locked && <Button onClick={() => onChange(fromMain)}>{say('from', { language: mainName })}</Button>}
        {preview.data && (
          <a href={preview.data.url} target="_blank" rel="noreferrer">
            {say('preview')}
          </a>
        )}
      </div>
      {lines.length === 0 ? (
        <p className="quiet">{say('empty')}</p>
      ) : (
        <ol aria-label={say('count', { count: lines.length })}>
          {lines.map(({ element, depth }) => (
            <li key={element.props.id} style={{ marginLeft: depth * 20 }}>
              <strong>{getName(element.type)}</strong>
              <span className="quiet small"> {String(element.props['title'] ?? element.props['label'] ?? '').slice(0, 60)}</span>
            </li>
          ))}
        </ol>
      )}
      {open && (
        <Suspense fallback={<Spinner size={24} aria-label={say('loading')} />}>
          <Builder
            value={page}
            contentLanguage={contentLanguage.language}
            onClose={() => setOpen(false)}
            onDone={
              locked
                ? undefined
                : (next) => {
                    onChange(next)
                    setOpen(false)
                  }
            }
          />
        </Suspense>
      )}
    </div>
  )
}
