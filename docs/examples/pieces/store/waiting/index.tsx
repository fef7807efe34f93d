import { type ScreenContext, useT } from 'stoa/store'

type Devices = { id: number; title: string }[]

/** Runs on the server for the first page, and in the browser on navigation. */
export const load = ({ call, language }: Omit<ScreenContext, 'loadSlots'>): Promise<Devices> =>
  call.get<Devices>('/api/device', { language })

export default function Waiting({ data }: { data: Devices | null }) {
  const t = useT()
  if (!data?.length) return null
  return (
    <section className="page">
      <h2>{t('pieces.devices')}</h2>
      <ul>
        {data.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </section>
  )
}
