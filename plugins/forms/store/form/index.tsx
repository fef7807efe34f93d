import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { CallFailed, failureTexts, GoTo, notify, RichText, useShop, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { FormView } from '../../api-types.ts'
import { FilledForm } from '../shared/filled-form.tsx'

interface Data {
  form: FormView
  /** Values of hidden fields from the URL. */
  given: Record<string, string>
  /** Whether a browser without JavaScript has submitted the form. */
  sent: boolean
}

export const load = async ({ call, params, language, search }: ScreenContext): Promise<Data> => {
  const { url = '' } = params
  const query = search.problems ? { language, problems: search.problems } : { language }
  const form = await call.get<FormView>(`/api/form/${encodeURIComponent(url)}`, query).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 403) throw new GoTo(`/login?next=${encodeURIComponent(`/form/${url}`)}`)
    if (error instanceof CallFailed && error.status === 404) throw new GoTo('/')
    throw error
  })
  const hidden = form.tabs.flatMap((tab) => tab.fields).filter((field) => field.type === 'hidden' && field.additional_options.from_query)
  const hiddenEntries = hidden.flatMap(({ key }) => (search[key] ? [[key, search[key].slice(0, 500)] as const] : []))
  return { form, given: Object.fromEntries(hiddenEntries), sent: search.sent !== undefined }
}

export const head = ({ form }: Data, { search }: ScreenContext): HeadInfo => ({
  title: form.meta_title || form.title,
  description: form.meta_description || form.description,
  path: `/form/${form.url}`,
  noindex: search.sent !== undefined || search.problems !== undefined,
})

/** Redirects a visitor who may not submit again to the home page, with a message. */
const useWelcome = ({ id, limit_submit }: FormView) => {
  const { call } = useShop()
  const navigate = useNavigate()
  useEffect(() => {
    if (!limit_submit) return
    call.get(`/api/form/info/${id}`).catch((error: unknown) => {
      if (!(error instanceof CallFailed) || error.status !== 409) return
      notify({ tone: 'warning', title: failureTexts(error)[0] ?? '' })
      void navigate({ to: '/', replace: true })
    })
  }, [call, id, limit_submit, navigate])
}

export default function FormScreen({ data: { form, given, sent } }: { data: Data }) {
  const t = useT()
  useWelcome(form)
  return (
    <div className="page narrow">
      <h1>{form.title}</h1>
      {sent ? (
        <output className="form-sent">
          <strong>{t('forms.sent')}</strong>
          <p>{form.success_message || t('forms.sent_text')}</p>
        </output>
      ) : (
        <>
          {form.description && <RichText className="lead" html={form.description} />}
          {form.standing === 'open' ? (
            <FilledForm key={form.form_version} form={form} given={given} />
          ) : (
            <p className="note">{t(`forms.${form.standing}`)}</p>
          )}
        </>
      )}
    </div>
  )
}
