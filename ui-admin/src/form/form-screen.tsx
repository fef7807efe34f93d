import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Locale, ResourceInfo } from 'stoa/api-types'
import { LoadError } from '../common/load-error.tsx'
import { isMissing, useMissing } from '../common/use-missing-record.ts'
import { formQuery, rowQuery } from '../api/resource.ts'
import { type Subset, useSubset } from '../common/subset.ts'
import { adminPath } from '../common/link.tsx'
import { useT } from '../i18n/index.ts'
import { useSearchText } from '../shell/use-pathname.ts'
import { useSession } from '../state/session.ts'
import { RecordForm } from './record-form.tsx'
import './form.css'

export interface FormScreenProps {
  name: string
  mode: 'create' | 'edit' | 'view'
  subset?: Subset
}

/** Create, edit and view screen of any resource, generated from its description. */
export function FormScreen({ name, mode, subset }: FormScreenProps) {
  const resource = useSubset(name, subset)
  return resource ? <LoadedForm resource={resource} mode={mode} preset={subset && { ...subset.only, ...subset.preset }} /> : null
}

/** Content language in the URL, else the main language. */
export function useContentLanguage(): Locale {
  const { languages, site } = useSession().manifest
  const requestedLanguage = new URLSearchParams(useSearchText()).get('language')
  return languages.find((language) => language.code === requestedLanguage)?.code ?? site.main_language
}

function LoadedForm({ resource, mode, preset }: { resource: ResourceInfo; mode: FormScreenProps['mode']; preset: Subset['preset'] }) {
  const { language: interfaceLanguage } = useT()
  const { id = '' } = useParams({ strict: false })
  const language = useContentLanguage()
  const form = useQuery(formQuery(resource.name, interfaceLanguage))
  const row = useQuery({ ...rowQuery(resource.name, id), enabled: mode !== 'create' })
  useMissing(row.error, adminPath(resource.path))

  // An error of the record names the missing permission; without permission the form is just not found.
  const error = row.error ?? form.error
  if (error && !isMissing(row.error)) return <LoadError error={error} retry={() => (row.error ? row.refetch() : form.refetch())} />
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

function FormSkeleton() {
  return (
    <div className="form-skeleton" aria-hidden>
      {[44, 240, 160].map((height) => (
        <div key={height} className="bp6-skeleton" style={{ height, width: '100%' }} />
      ))}
    </div>
  )
}
