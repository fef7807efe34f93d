import { Callout } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Locale, ResourceInfo } from '#core/wire'
import { ApiError } from '../api/client.ts'
import { failureLines } from '../api/failure.ts'
import { formQuery, rowQuery } from '../api/resource.ts'
import { type Subset, useSubset } from '../common/subset.ts'
import { adminPath } from '../common/link.tsx'
import { notify, notifyFailure } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { history, useSession } from '../state/session.ts'
import { RecordForm } from './record-form.tsx'
import './form.css'

const REDIRECT_AFTER_MS = 1000

export interface FormScreenProps {
  name: string
  mode: 'create' | 'edit' | 'view'
  subset?: Subset
}

/** The create, edit or view screen of any resource, drawn from its description. */
export function FormScreen({ name, mode, subset }: FormScreenProps) {
  const resource = useSubset(name, subset)
  return resource ? <LoadedForm resource={resource} mode={mode} preset={subset?.only} /> : null
}

/** Content language of the address, else the main one. */
export function useContentLanguage(): Locale {
  const { languages, site } = useSession().manifest
  const asked = new URLSearchParams(useSearchText()).get('language')
  return languages.find((language) => language.code === asked)?.code ?? site.main_language
}

function LoadedForm({
  resource,
  mode,
  preset,
}: {
  resource: ResourceInfo
  mode: FormScreenProps['mode']
  preset: Subset['only'] | undefined
}) {
  const { language: spoken } = useT()
  const { id = '' } = useParams({ strict: false })
  const language = useContentLanguage()
  const form = useQuery(formQuery(resource.name, spoken))
  const row = useQuery({ ...rowQuery(resource.name, id), enabled: mode !== 'create' })
  useMissingId(row.error, resource)

  const error = form.error ?? row.error
  if (error)
    return (
      <Callout intent="danger" icon={false}>
        {failureLines(error).join(' ')}
      </Callout>
    )
  if (!form.data || (mode !== 'create' && !row.data)) return <FormSkeleton />
  return (
    <RecordForm
      key={`${id} ${language}`}
      resource={resource}
      form={form.data}
      mode={mode}
      language={language}
      row={row.data}
      preset={preset}
    />
  )
}

/** An unknown id is told, then the list is shown. */
function useMissingId(error: Error | null, resource: ResourceInfo): void {
  const { t } = useT()
  useEffect(() => {
    if (!error) return undefined
    const gone = error instanceof ApiError && error.status === 404
    if (!gone) {
      notifyFailure(t('failure.getData'), error)
      return undefined
    }
    notify({ intent: 'warning', title: t('failure.idMissing') })
    const timer = setTimeout(() => history.replace(adminPath(resource.path)), REDIRECT_AFTER_MS)
    return () => clearTimeout(timer)
  }, [error, resource, t])
}

function FormSkeleton() {
  return (
    <div className="form-skeleton" aria-hidden>
      {[44, 240, 160].map((height) => (
        <div key={height} className="bp6-skeleton" style={{ height, width: '100%' }} />
      ))}
    </div>
  )
}
