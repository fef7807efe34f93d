import { type HeadInfo, type ScreenContext, useT } from 'stoa/store'

type Items = { id: number; title: string }[]

/** Runs on the server for the first page, and in the browser on navigation. */
export const load = ({ call, language }: ScreenContext): Promise<Items> => call.get<Items>('/api/sample-item', { language })

export const head = (_data: Items, { t }: ScreenContext): HeadInfo => ({ title: t('sample.title'), path: '/sample' })

export default function List({ data }: { data: Items }) {
  const t = useT()
  return (
    <div className="page">
      <h1>{t('sample.title')}</h1>
      {data.length === 0 && <p className="empty-state">{t('sample.none')}</p>}
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  )
}
