import { type HeadInfo, Link, type ScreenContext, useT } from 'stoa/store'
import type { BrandCard } from 'stoa/plugins/catalogue/store'

export const load = ({ call, language }: Omit<ScreenContext, 'loadSlots'>): Promise<BrandCard[]> =>
  call.get<BrandCard[]>('/api/brand', { language })

export const head = (_makers: BrandCard[], { t }: ScreenContext): HeadInfo => ({ title: t('lumber.makers'), path: '/brand' })

/** The brands as a plain list. It replaces the page of the catalogue. */
export default function Makers({ data }: { data: BrandCard[] }) {
  const t = useT()
  return (
    <div className="page narrow">
      <h1>{t('lumber.makers')}</h1>
      <ul>
        {data.map(({ id, title, url }) => (
          <li key={id}>
            <Link to={`/brand/${url}`}>{title}</Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
