import { Link, Slots, useT, type ScreenContext, type SlotData } from 'stoa/store'
import { fullName } from '../../domain/full-name.ts'
import type { Address, Profile } from '../../index.ts'
import { AddressLines, useCountryNames } from '../shared/address-lines.tsx'

interface Data {
  me: Profile
  addresses: Address[]
  more: SlotData
  /** The account was just registered. */
  registered: boolean
}

/** Plugins add cards to the slot `account.overview`. */
export const load = async ({ call, language, loadSlots, search }: ScreenContext): Promise<Data> => {
  const [me, book, more] = await Promise.all([
    call.post<Profile>('/api/info', { language }),
    call.get<{ data: Address[] }>('/api/address', { language }),
    loadSlots('account.overview'),
  ])
  return { me, addresses: book.data, more, registered: search.registered !== undefined }
}

/** Overview tab of the account. */
export default function Overview({ data }: { data: Data | null }) {
  const t = useT()
  const names = useCountryNames()
  if (!data) return <p>{t('people.failed')}</p>
  const { me, addresses, more, registered } = data
  const home = addresses.find((address) => address.default_shipping) ?? addresses[0]
  return (
    <>
      {registered && <output className="note">{t('people.account_open')}</output>}
      <p className="lead">{t('people.hello', { name: me.first_name })}</p>
      <div className="account-cards">
        <section className="account-card">
          <h2>{t('people.account.profile')}</h2>
          <p>
            {fullName(me.first_name, me.last_name)}
            <br />
            {me.email}
            {me.phone && (
              <>
                <br />+{me.country_code} {me.phone}
              </>
            )}
          </p>
          <Link to="/account?tab=profile">{t('people.change')}</Link>
        </section>
        <section className="account-card">
          <h2>{t('people.account.addresses')}</h2>
          {home ? <AddressLines address={home} names={names} /> : <p className="muted">{t('people.no_address')}</p>}
          <Link to="/account?tab=addresses">{t(home ? 'people.change' : 'people.add_address')}</Link>
        </section>
        <Slots at="account.overview" data={more} />
      </div>
    </>
  )
}
