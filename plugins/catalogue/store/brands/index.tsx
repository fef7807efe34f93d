import { Link, Picture, useT, type HeadInfo, type ScreenContext } from 'stoa/store'
import type { BrandCard } from '../../api-types.ts'
import { Crumbs } from '../shared/crumbs.tsx'

export const load = ({ call, language }: ScreenContext): Promise<BrandCard[]> => call.get<BrandCard[]>('/api/brand', { language })

export const head = (brands: BrandCard[], { t }: ScreenContext): HeadInfo => ({
  title: t('catalogue.brands.title'),
  description: brands.map((brand) => brand.title).join(', '),
  path: '/brand',
})

/** All brands of the shop. */
export default function BrandsScreen({ data }: { data: BrandCard[] }) {
  const t = useT()
  return (
    <div className="page">
      <Crumbs crumbs={[]} here={t('catalogue.brands.title')} />
      <h1>{t('catalogue.brands.title')}</h1>
      {data.length === 0 && <p className="empty-state">{t('catalogue.brands.none')}</p>}
      <ul className="tiles">
        {data.map((brand) => (
          <li key={brand.id} className="tile">
            <Picture path={brand.image} alt="" seed={brand.id} name={brand.title} height={600} />
            <Link to={`/brand/${brand.url}`}>
              <span>{brand.title}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  )
}
