import { CallFailed, GoTo, RichText, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { FunnelView } from '../../api-types.ts'
import { FunnelForm } from '../shared/funnel-form.tsx'

interface Data {
  funnel: FunnelView
  source: string | undefined
  /** Whether a browser without JavaScript has submitted the form. */
  sent: boolean
}

export const load = async ({ call, params, language, search }: ScreenContext): Promise<Data> => {
  const { url = '' } = params
  const query = search.problems ? { language, problems: search.problems } : { language }
  const funnel = await call.get<FunnelView>(`/api/funnel/${encodeURIComponent(url)}`, query).catch((error: unknown) => {
    if (error instanceof CallFailed && error.status === 403) throw new GoTo(`/login?next=${encodeURIComponent(`/funnel/${url}`)}`)
    if (error instanceof CallFailed && error.status === 404) throw new GoTo('/')
    throw error
  })
  return { funnel, source: search.source?.slice(0, 40), sent: search.sent !== undefined }
}

export const head = ({ funnel }: Data, { search }: ScreenContext): HeadInfo => ({
  title: funnel.title,
  description: funnel.content,
  path: `/funnel/${funnel.url}`,
  noindex: search.sent !== undefined || search.problems !== undefined,
})

/** The public page of a funnel. */
export default function FunnelScreen({ data: { funnel, source, sent } }: { data: Data }) {
  const t = useT()
  return (
    <div className="page narrow">
      <h1>{funnel.title}</h1>
      {sent ? (
        <output className="form-sent">
          <strong>{t('crm.sent')}</strong>
          <p>{funnel.form?.success_message || t('crm.sent_text')}</p>
        </output>
      ) : (
        <>
          {funnel.content && <RichText className="lead" html={funnel.content} />}
          <FunnelForm funnel={funnel} source={source} />
        </>
      )}
    </div>
  )
}
