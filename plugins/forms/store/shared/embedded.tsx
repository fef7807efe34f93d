import { type ComponentProps, useEffect, useState } from 'react'
import { CallFailed, failureTexts, Link, RichText, useShop, useT } from 'stoa/store'
import type { FormView } from '../../api-types.ts'
import { FilledForm } from './filled-form.tsx'

interface EmbeddedProps extends Omit<ComponentProps<typeof FilledForm>, 'given'> {
  /** Page to return to after signing in. */
  page: string
}

/** The reason why the visitor may not submit again; undefined while they may. */
const useRefusal = ({ id, limit_submit, standing }: FormView): string | undefined => {
  const { call } = useShop()
  const [reason, setReason] = useState<string>()
  const asks = limit_submit && standing === 'open'
  useEffect(() => {
    if (!asks) return
    call.get(`/api/form/info/${id}`).catch((error: unknown) => {
      if (error instanceof CallFailed && error.status === 409) setReason(failureTexts(error)[0] ?? '')
    })
  }, [call, id, asks])
  return reason
}

/** A form embedded in another page: filled in, validated and confirmed in place. */
export const EmbeddedForm = ({ form, page, ...more }: EmbeddedProps) => {
  const t = useT()
  const refusal = useRefusal(form)
  if (form.standing === 'needs_account')
    return (
      <p className="note">
        {t('forms.needs_account')} <Link to={`/login?next=${encodeURIComponent(page)}`}>{t('forms.sign_in')}</Link>
      </p>
    )
  if (form.standing !== 'open') return <p className="note">{t(`forms.${form.standing}`)}</p>
  if (refusal !== undefined) return <p className="note">{refusal}</p>
  return (
    <>
      {form.description && <RichText html={form.description} />}
      <FilledForm key={form.form_version} form={form} given={{}} {...more} />
    </>
  )
}
